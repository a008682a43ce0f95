CREATE INDEX `issues_by_created` ON `issues` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `issues_by_updated` ON `issues` (`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `merge_requests_by_created` ON `merge_requests` (`listed_state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `merge_requests_by_updated` ON `merge_requests` (`listed_state`,`updated_at`,`id`);