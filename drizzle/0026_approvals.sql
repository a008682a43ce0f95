CREATE TABLE `merge_request_approvals` (
	`merge_request_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`merge_request_id`, `user_id`),
	FOREIGN KEY (`merge_request_id`) REFERENCES `merge_requests`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `approvals_by_user` ON `merge_request_approvals` (`user_id`);--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `squash_message` text;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `merge_error` text;--> statement-breakpoint
CREATE INDEX `merge_requests_by_head` ON `merge_requests` (`head_sha`,`project_id`) WHERE head_sha is not null;--> statement-breakpoint
CREATE INDEX `merge_requests_by_merge_commit` ON `merge_requests` (`merge_commit_sha`,`project_id`) WHERE merge_commit_sha is not null;--> statement-breakpoint
CREATE INDEX `merge_requests_by_squash_commit` ON `merge_requests` (`squash_commit_sha`,`project_id`) WHERE squash_commit_sha is not null;