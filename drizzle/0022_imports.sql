CREATE TABLE `pending_imports` (
	`project_id` integer PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`authorization` text,
	`origin` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `projects` ADD `import_status` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `projects` ADD `import_error` text;