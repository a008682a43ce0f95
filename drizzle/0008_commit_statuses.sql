CREATE TABLE `commit_comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`sha` text NOT NULL,
	`author_id` integer NOT NULL,
	`note` text NOT NULL,
	`path` text,
	`line` integer,
	`line_type` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `commit_comments_of_commit` ON `commit_comments` (`project_id`,`sha`,`id`);--> statement-breakpoint
CREATE INDEX `commit_comments_by_author` ON `commit_comments` (`author_id`);--> statement-breakpoint
CREATE TABLE `commit_statuses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`pipeline_id` integer NOT NULL,
	`user_id` integer,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`target_url` text,
	`description` text,
	`coverage` real,
	`retried` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`started_at` text,
	`finished_at` text,
	FOREIGN KEY (`pipeline_id`) REFERENCES `pipelines`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `commit_statuses_unfinished_key` ON `commit_statuses` (`pipeline_id`,`name`,`user_id`) WHERE status in ('created', 'pending', 'running');--> statement-breakpoint
CREATE INDEX `commit_statuses_of_pipeline` ON `commit_statuses` (`pipeline_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `latest_commit_statuses` ON `commit_statuses` (`pipeline_id`,`name`) WHERE retried = 0;--> statement-breakpoint
CREATE INDEX `commit_statuses_by_user` ON `commit_statuses` (`user_id`);--> statement-breakpoint
CREATE TABLE `pipelines` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`sha` text NOT NULL,
	`ref` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pipelines_key` ON `pipelines` (`project_id`,`sha`,`ref`);