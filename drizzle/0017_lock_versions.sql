CREATE TABLE `lock_expectations` (
	`record_type` text NOT NULL,
	`record_id` integer NOT NULL,
	`lock_version` integer NOT NULL,
	`label_ids` text
);
--> statement-breakpoint
ALTER TABLE `issues` ADD `lock_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `labels` ADD `lock_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `lock_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `milestones` ADD `lock_version` integer DEFAULT 0 NOT NULL;