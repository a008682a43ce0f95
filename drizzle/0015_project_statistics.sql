CREATE TABLE `namespace_statistics` (
	`namespace_id` integer PRIMARY KEY NOT NULL,
	`repository_size` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`namespace_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `project_statistics` (
	`project_id` integer PRIMARY KEY NOT NULL,
	`commit_count` integer DEFAULT 0 NOT NULL,
	`repository_size` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
