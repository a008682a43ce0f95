ALTER TABLE `deleted_issues` ADD `closed_at` text;--> statement-breakpoint
ALTER TABLE `deleted_issues` ADD `closed_by_id` integer;--> statement-breakpoint
ALTER TABLE `deleted_issues` ADD `discussion_locked` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `issues` ADD `closed_at` text;--> statement-breakpoint
ALTER TABLE `issues` ADD `closed_by_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `issues` ADD `discussion_locked` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `issues_by_closer` ON `issues` (`closed_by_id`) WHERE closed_by_id is not null;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `closed_at` text;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `closed_by_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `merged_at` text;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `reviewer_id` integer REFERENCES users(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `squash` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `squash_commit_sha` text;--> statement-breakpoint
ALTER TABLE `merge_requests` ADD `discussion_locked` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `merge_requests_by_closer` ON `merge_requests` (`closed_by_id`) WHERE closed_by_id is not null;--> statement-breakpoint
CREATE INDEX `merge_requests_by_reviewer` ON `merge_requests` (`reviewer_id`,`project_id`) WHERE reviewer_id is not null;
--> statement-breakpoint
-- The locks follow what decisions depend on.
DROP TRIGGER issues_lock_version;
--> statement-breakpoint
CREATE TRIGGER issues_lock_version AFTER UPDATE OF title, description, state, confidential, assignee_id, milestone_id, due_date, moved_to_id, discussion_locked ON issues WHEN new.lock_version = old.lock_version BEGIN UPDATE issues SET lock_version = lock_version + 1 WHERE id = new.id; END;
--> statement-breakpoint
DROP TRIGGER merge_requests_lock_version;
--> statement-breakpoint
CREATE TRIGGER merge_requests_lock_version AFTER UPDATE OF title, description, state, assignee_id, reviewer_id, milestone_id, target_branch, force_remove_source_branch, merge_when_build_succeeds, squash, discussion_locked ON merge_requests WHEN new.lock_version = old.lock_version BEGIN UPDATE merge_requests SET lock_version = lock_version + 1 WHERE id = new.id; END;
--> statement-breakpoint
-- Existing rows: the last event says when and by whom, where there is one.
UPDATE issues SET closed_at = e.created_at, closed_by_id = (SELECT id FROM users WHERE id = e.actor_id) FROM (SELECT target_id, actor_id, created_at, max(id) FROM events WHERE kind IN ('issue_closed', 'issue_moved') GROUP BY target_id) e WHERE issues.id = e.target_id AND issues.state = 'closed';
--> statement-breakpoint
UPDATE merge_requests SET closed_at = e.created_at, closed_by_id = (SELECT id FROM users WHERE id = e.actor_id) FROM (SELECT target_id, actor_id, created_at, max(id) FROM events WHERE kind = 'merge_request_closed' GROUP BY target_id) e WHERE merge_requests.id = e.target_id AND merge_requests.state = 'closed';
--> statement-breakpoint
UPDATE merge_requests SET merged_at = e.created_at FROM (SELECT target_id, created_at, max(id) FROM events WHERE kind = 'merge_request_merged' GROUP BY target_id) e WHERE merge_requests.id = e.target_id AND merge_requests.state = 'merged';
