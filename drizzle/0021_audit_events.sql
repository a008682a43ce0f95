CREATE TABLE `audit_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_type` text NOT NULL,
	`author_id` integer NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` integer NOT NULL,
	`group_id` integer,
	`details` text NOT NULL,
	`entry_id` integer,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_events_by_time` ON `audit_events` (`created_at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_type` ON `audit_events` (`entity_type`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_entity` ON `audit_events` (`entity_type`,`entity_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_events_by_group` ON `audit_events` (`group_id`,`created_at`) WHERE group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_events_entry_key` ON `audit_events` (`entity_id`,`entry_id`) WHERE entry_id is not null;