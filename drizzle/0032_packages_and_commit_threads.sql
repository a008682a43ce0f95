-- Threads of comments on commits, and generic packages.
CREATE TABLE `package_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`package_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`upload` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`package_id`) REFERENCES `packages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `package_files_of_package` ON `package_files` (`package_id`,`file_name`,`id`);--> statement-breakpoint
CREATE TABLE `packages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`status` text DEFAULT 'default' NOT NULL,
	`creator_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `packages_key` ON `packages` (`project_id`,`name`,`version`);--> statement-breakpoint
CREATE INDEX `packages_by_creator` ON `packages` (`creator_id`);--> statement-breakpoint
ALTER TABLE `commit_comments` ADD `updated_at` text;--> statement-breakpoint
ALTER TABLE `commit_comments` ADD `thread_id` integer;--> statement-breakpoint
ALTER TABLE `commit_comments` ADD `position` text;--> statement-breakpoint
CREATE INDEX `commit_comments_by_project` ON `commit_comments` (`project_id`,`id`);