CREATE TABLE `award_emoji` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `award_emoji_key` ON `award_emoji` (`target_type`,`target_id`,`user_id`,`name`);--> statement-breakpoint
CREATE INDEX `award_emoji_of_target` ON `award_emoji` (`target_type`,`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `award_emoji_by_user` ON `award_emoji` (`user_id`);--> statement-breakpoint
CREATE INDEX `award_emoji_by_project` ON `award_emoji` (`project_id`);--> statement-breakpoint
CREATE TABLE `mentions` (
	`source_type` text NOT NULL,
	`source_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	PRIMARY KEY(`source_type`, `source_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mentions_by_user` ON `mentions` (`user_id`);--> statement-breakpoint
CREATE INDEX `mentions_by_project` ON `mentions` (`project_id`);--> statement-breakpoint
CREATE TABLE `notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`body` text NOT NULL,
	`system` integer DEFAULT 0 NOT NULL,
	`cross_reference` integer DEFAULT 0 NOT NULL,
	`reference_type` text,
	`reference_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notes_of_target` ON `notes` (`target_type`,`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `notes_with_reference` ON `notes` (`target_type`,`target_id`,`id`) WHERE reference_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notes_cross_reference_key` ON `notes` (`target_type`,`target_id`,`reference_type`,`reference_id`) WHERE cross_reference = 1;--> statement-breakpoint
CREATE INDEX `notes_by_author` ON `notes` (`author_id`);--> statement-breakpoint
CREATE INDEX `notes_by_project` ON `notes` (`project_id`);--> statement-breakpoint
CREATE TABLE `participants` (
	`user_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`subscribed` integer,
	`notes` integer DEFAULT 0 NOT NULL,
	`awards` integer DEFAULT 0 NOT NULL,
	`mentions` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`target_type`, `target_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `participants_by_user` ON `participants` (`user_id`);--> statement-breakpoint
CREATE INDEX `participants_by_project` ON `participants` (`project_id`);--> statement-breakpoint
CREATE TABLE `deleted_issues` (
	`id` integer PRIMARY KEY NOT NULL,
	`project_id` integer NOT NULL,
	`iid` integer NOT NULL,
	`author_id` integer NOT NULL,
	`assignee_id` integer,
	`title` text NOT NULL,
	`description` text,
	`state` text NOT NULL,
	`confidential` integer DEFAULT 0 NOT NULL,
	`due_date` text,
	`milestone_id` integer,
	`moved_to_id` integer,
	`time_estimate` integer NOT NULL,
	`label_ids` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text NOT NULL,
	`deleted_by_id` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deleted_issues_by_project` ON `deleted_issues` (`project_id`);--> statement-breakpoint
CREATE INDEX `deleted_issues_by_author` ON `deleted_issues` (`author_id`);--> statement-breakpoint
CREATE TABLE `label_counts` (
	`label_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`state` text NOT NULL,
	`confidential` integer DEFAULT 0 NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`label_id`, `target_type`, `state`, `confidential`),
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `label_links` (
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`label_id` integer NOT NULL,
	PRIMARY KEY(`target_type`, `target_id`, `label_id`),
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `label_links_by_label` ON `label_links` (`label_id`,`target_type`,`target_id`);--> statement-breakpoint
CREATE TABLE `label_subscriptions` (
	`label_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`label_id`, `user_id`),
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `label_subscriptions_by_user` ON `label_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `labels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`title` text NOT NULL,
	`color` text NOT NULL,
	`description` text,
	`priority` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_title_key` ON `labels` (`project_id`,`title`);--> statement-breakpoint
CREATE TABLE `milestones` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`iid` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`state` text DEFAULT 'active' NOT NULL,
	`due_date` text,
	`start_date` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `milestones_iid_key` ON `milestones` (`project_id`,`iid`);--> statement-breakpoint
CREATE UNIQUE INDEX `milestones_title_key` ON `milestones` (`project_id`,`title`);--> statement-breakpoint
CREATE INDEX `milestones_by_due_date` ON `milestones` (`project_id`,`state`,`due_date`);--> statement-breakpoint
CREATE TABLE `timelogs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`time_spent` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `timelogs_of_target` ON `timelogs` (`target_type`,`target_id`,`id`);--> statement-breakpoint
CREATE INDEX `timelogs_by_user` ON `timelogs` (`user_id`);--> statement-breakpoint
CREATE INDEX `timelogs_by_project` ON `timelogs` (`project_id`);--> statement-breakpoint
CREATE TABLE `todos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`author_id` integer NOT NULL,
	`action` text NOT NULL,
	`note_id` integer,
	`state` text DEFAULT 'pending' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`note_id`) REFERENCES `notes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `todos_pending_key` ON `todos` (`user_id`,`target_type`,`target_id`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `todos_of_user` ON `todos` (`user_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `todos_of_target` ON `todos` (`target_type`,`target_id`);--> statement-breakpoint
CREATE INDEX `todos_by_author` ON `todos` (`author_id`);--> statement-breakpoint
CREATE INDEX `todos_by_project` ON `todos` (`project_id`);--> statement-breakpoint
CREATE INDEX `todos_by_note` ON `todos` (`note_id`);--> statement-breakpoint
DROP INDEX `issues_by_assignee`;--> statement-breakpoint
ALTER TABLE `issues` ADD `milestone_id` integer REFERENCES milestones(id);--> statement-breakpoint
ALTER TABLE `issues` ADD `moved_to_id` integer;--> statement-breakpoint
ALTER TABLE `issues` ADD `time_estimate` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `issues` ADD `time_spent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `issues` ADD `user_notes_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `issues` ADD `system_notes_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `issues` ADD `upvotes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `issues` ADD `downvotes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `issues_by_milestone` ON `issues` (`milestone_id`,`project_id`);--> statement-breakpoint
CREATE INDEX `issues_by_assignee` ON `issues` (`assignee_id`,`project_id`);--> statement-breakpoint
ALTER TABLE `projects` ADD `milestone_seq` integer DEFAULT 0 NOT NULL;