CREATE TABLE `deleted_repositories` (
	`project_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pending_copies` (
	`project_id` integer PRIMARY KEY NOT NULL,
	`source_id` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `pushes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`entry_id` integer NOT NULL,
	`actor_id` integer NOT NULL,
	`ref` text NOT NULL,
	`before` text,
	`after` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pushes_key` ON `pushes` (`project_id`,`entry_id`);--> statement-breakpoint
CREATE TABLE `releases` (
	`project_id` integer NOT NULL,
	`tag` text NOT NULL,
	`description` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `tag`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
