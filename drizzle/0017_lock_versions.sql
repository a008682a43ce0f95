CREATE TABLE `lock_expectations` (
	`issuable_type` text NOT NULL,
	`issuable_id` integer NOT NULL,
	`lock_version` integer NOT NULL,
	`label_ids` text
);
--> statement-breakpoint
ALTER TABLE `issues` ADD `lock_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `lock_version` integer DEFAULT 0 NOT NULL;