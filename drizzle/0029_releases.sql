CREATE TABLE `release_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`tag` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`link_type` text DEFAULT 'other' NOT NULL,
	`filepath` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`,`tag`) REFERENCES `releases`(`project_id`,`tag`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `release_links_name_key` ON `release_links` (`project_id`,`tag`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `release_links_url_key` ON `release_links` (`project_id`,`tag`,`url`);--> statement-breakpoint
CREATE UNIQUE INDEX `release_links_filepath_key` ON `release_links` (`project_id`,`tag`,`filepath`);--> statement-breakpoint
ALTER TABLE `releases` ADD `name` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `released_at` text;--> statement-breakpoint
ALTER TABLE `releases` ADD `author_id` integer REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `releases_by_author` ON `releases` (`author_id`);