CREATE TABLE `project_hooks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`url` text NOT NULL,
	`authorization` text,
	`token` text,
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
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_hooks_by_project` ON `project_hooks` (`project_id`,`id`);