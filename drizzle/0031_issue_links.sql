CREATE TABLE `issue_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source_id` integer NOT NULL,
	`target_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`source_id`) REFERENCES `issues`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_id`) REFERENCES `issues`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `issue_links_key` ON `issue_links` (source_id + target_id,abs(source_id - target_id));--> statement-breakpoint
CREATE INDEX `issue_links_by_source` ON `issue_links` (`source_id`);--> statement-breakpoint
CREATE INDEX `issue_links_by_target` ON `issue_links` (`target_id`);