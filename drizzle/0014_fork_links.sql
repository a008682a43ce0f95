CREATE TABLE `fork_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`source_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`source_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fork_links_key` ON `fork_links` (`project_id`);--> statement-breakpoint
CREATE INDEX `fork_links_by_source` ON `fork_links` (`source_id`);--> statement-breakpoint
-- Forks of before are taken to have been made so.
INSERT INTO fork_links (project_id, source_id, created_at) SELECT id, forked_from_id, created_at FROM projects WHERE forked_from_id IS NOT NULL ORDER BY id;
