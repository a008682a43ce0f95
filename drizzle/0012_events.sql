CREATE TABLE `access_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`group_id` integer,
	`project_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_requests_of_group_key` ON `access_requests` (`group_id`,`user_id`) WHERE group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `access_requests_of_project_key` ON `access_requests` (`project_id`,`user_id`) WHERE project_id is not null;--> statement-breakpoint
CREATE INDEX `access_requests_by_user` ON `access_requests` (`user_id`);--> statement-breakpoint
CREATE TABLE `discussions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`merge_request_id` integer NOT NULL,
	`resolved_at` text,
	`resolved_by_id` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`merge_request_id`) REFERENCES `merge_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`resolved_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `discussions_of_merge_request` ON `discussions` (`merge_request_id`,`id`);--> statement-breakpoint
CREATE INDEX `open_discussions_of_merge_request` ON `discussions` (`merge_request_id`) WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX `discussions_by_resolver` ON `discussions` (`resolved_by_id`);--> statement-breakpoint
CREATE TABLE `hooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer,
	`group_id` integer,
	`url` text NOT NULL,
	`authorization` text,
	`token` text,
	`signing_secret` text NOT NULL,
	`previous_signing_secret` text,
	`previous_signing_secret_until` text,
	`push_events` integer DEFAULT 1 NOT NULL,
	`tag_push_events` integer DEFAULT 0 NOT NULL,
	`issues_events` integer DEFAULT 0 NOT NULL,
	`confidential_issues_events` integer DEFAULT 0 NOT NULL,
	`merge_requests_events` integer DEFAULT 0 NOT NULL,
	`note_events` integer DEFAULT 0 NOT NULL,
	`build_events` integer DEFAULT 0 NOT NULL,
	`pipeline_events` integer DEFAULT 0 NOT NULL,
	`wiki_page_events` integer DEFAULT 0 NOT NULL,
	`enable_ssl_verification` integer DEFAULT 1 NOT NULL,
	`origin` text NOT NULL,
	`after_event_id` integer NOT NULL,
	`enabled` integer DEFAULT 1 NOT NULL,
	`disabled_until` text,
	`last_error` text,
	`last_error_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hooks_of_project` ON `hooks` (`project_id`,`id`) WHERE project_id is not null;--> statement-breakpoint
CREATE INDEX `hooks_of_group` ON `hooks` (`group_id`,`id`) WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX `hooks_of_server` ON `hooks` (`id`) WHERE project_id is null and group_id is null;--> statement-breakpoint
CREATE TABLE `issue_trackers` (
	`project_id` integer PRIMARY KEY NOT NULL,
	`title` text,
	`description` text,
	`project_url` text NOT NULL,
	`issues_url` text NOT NULL,
	`new_issue_url` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `event_marks` (
	`consumer` text PRIMARY KEY NOT NULL,
	`event_id` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`group_id` integer,
	`project_id` integer,
	`level` text NOT NULL,
	`events` text DEFAULT '[]' NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_settings_of_all_key` ON `notification_settings` (`user_id`) WHERE group_id is null and project_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `notification_settings_of_group_key` ON `notification_settings` (`group_id`,`user_id`) WHERE group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `notification_settings_of_project_key` ON `notification_settings` (`project_id`,`user_id`) WHERE project_id is not null;--> statement-breakpoint
CREATE INDEX `notification_settings_by_user` ON `notification_settings` (`user_id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`event_kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`note_id` integer,
	`reason` text NOT NULL,
	`read` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_key` ON `notifications` (`user_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `notifications_of_user` ON `notifications` (`user_id`,`read`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_of_target` ON `notifications` (`target_type`,`target_id`);--> statement-breakpoint
CREATE INDEX `notifications_by_project` ON `notifications` (`project_id`);--> statement-breakpoint
ALTER TABLE `notes` ADD `discussion_id` integer REFERENCES discussions(id) ON DELETE CASCADE;--> statement-breakpoint
CREATE INDEX `notes_of_discussion` ON `notes` (`discussion_id`,`id`) WHERE discussion_id is not null;--> statement-breakpoint
ALTER TABLE `events` ADD `details` text;--> statement-breakpoint
CREATE INDEX `events_by_actor` ON `events` (`actor_id`,`id`);