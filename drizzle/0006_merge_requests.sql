CREATE TABLE `merge_request_counts` (
	`project_id` integer NOT NULL,
	`listed_state` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `listed_state`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `merge_request_versions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`merge_request_id` integer NOT NULL,
	`head_commit_sha` text,
	`base_commit_sha` text,
	`start_commit_sha` text,
	`state` text NOT NULL,
	`real_size` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`merge_request_id`) REFERENCES `merge_requests`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `versions_of_merge_request` ON `merge_request_versions` (`merge_request_id`,`id`);--> statement-breakpoint
CREATE TABLE `merge_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`iid` integer NOT NULL,
	`source_project_id` integer NOT NULL,
	`source_branch` text NOT NULL,
	`target_branch` text NOT NULL,
	`author_id` integer NOT NULL,
	`assignee_id` integer,
	`milestone_id` integer,
	`title` text NOT NULL,
	`description` text,
	`state` text DEFAULT 'opened' NOT NULL,
	`listed_state` text GENERATED ALWAYS AS (case state when 'reopened' then 'opened' else state end) VIRTUAL NOT NULL,
	`merge_status` text DEFAULT 'unchecked' NOT NULL,
	`head_sha` text,
	`merge_commit_sha` text,
	`merge_user_id` integer,
	`merge_when_build_succeeds` integer DEFAULT 0 NOT NULL,
	`merge_message` text,
	`should_remove_source_branch` integer,
	`force_remove_source_branch` integer,
	`time_estimate` integer DEFAULT 0 NOT NULL,
	`time_spent` integer DEFAULT 0 NOT NULL,
	`user_notes_count` integer DEFAULT 0 NOT NULL,
	`system_notes_count` integer DEFAULT 0 NOT NULL,
	`upvotes` integer DEFAULT 0 NOT NULL,
	`downvotes` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`milestone_id`) REFERENCES `milestones`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`merge_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `merge_requests_iid_key` ON `merge_requests` (`project_id`,`iid`);--> statement-breakpoint
CREATE UNIQUE INDEX `merge_requests_twin_key` ON `merge_requests` (`source_project_id`,`source_branch`,`project_id`,`target_branch`) WHERE state in ('opened', 'reopened');--> statement-breakpoint
CREATE INDEX `merge_requests_of_project_by_created` ON `merge_requests` (`project_id`,`listed_state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `merge_requests_of_project_by_updated` ON `merge_requests` (`project_id`,`listed_state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `all_merge_requests_of_project_by_created` ON `merge_requests` (`project_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `all_merge_requests_of_project_by_updated` ON `merge_requests` (`project_id`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `open_merge_requests_by_source` ON `merge_requests` (`source_project_id`,`source_branch`) WHERE state in ('opened', 'reopened');--> statement-breakpoint
CREATE INDEX `open_merge_requests_by_target` ON `merge_requests` (`project_id`,`target_branch`) WHERE state in ('opened', 'reopened');--> statement-breakpoint
CREATE INDEX `merge_requests_by_author` ON `merge_requests` (`author_id`,`project_id`);--> statement-breakpoint
CREATE INDEX `merge_requests_by_assignee` ON `merge_requests` (`assignee_id`,`project_id`);--> statement-breakpoint
CREATE INDEX `merge_requests_by_milestone` ON `merge_requests` (`milestone_id`,`project_id`);--> statement-breakpoint
CREATE INDEX `merge_requests_by_merge_user` ON `merge_requests` (`merge_user_id`);--> statement-breakpoint
ALTER TABLE `projects` ADD `merge_request_seq` integer DEFAULT 0 NOT NULL;