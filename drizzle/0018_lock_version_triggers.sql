-- Whoever changes what decisions depend on makes those that were made before stale. Verbs that decide count by themselves.
CREATE TRIGGER issues_lock_version AFTER UPDATE OF title, description, state, confidential, assignee_id, milestone_id, due_date, moved_to_id ON issues WHEN new.lock_version = old.lock_version BEGIN UPDATE issues SET lock_version = lock_version + 1 WHERE id = new.id; END;
--> statement-breakpoint
CREATE TRIGGER merge_requests_lock_version AFTER UPDATE OF title, description, state, assignee_id, milestone_id, target_branch, force_remove_source_branch, merge_when_build_succeeds ON merge_requests WHEN new.lock_version = old.lock_version BEGIN UPDATE merge_requests SET lock_version = lock_version + 1 WHERE id = new.id; END;
--> statement-breakpoint
CREATE TRIGGER labels_lock_version AFTER UPDATE OF title, color, description, priority ON labels WHEN new.lock_version = old.lock_version BEGIN UPDATE labels SET lock_version = lock_version + 1 WHERE id = new.id; END;
--> statement-breakpoint
CREATE TRIGGER milestones_lock_version AFTER UPDATE OF title, description, state, due_date, start_date ON milestones WHEN new.lock_version = old.lock_version BEGIN UPDATE milestones SET lock_version = lock_version + 1 WHERE id = new.id; END;
--> statement-breakpoint
-- Guard: a decision is written down only if what it was made from still holds. Labels go with a deleted label without a
-- word to what carried them, so they are compared themselves.
CREATE TRIGGER stale_object BEFORE INSERT ON lock_expectations BEGIN SELECT RAISE(ABORT, 'violates stale_object') WHERE CASE new.record_type WHEN 'Issue' THEN (SELECT lock_version FROM issues WHERE id = new.record_id) WHEN 'MergeRequest' THEN (SELECT lock_version FROM merge_requests WHERE id = new.record_id) WHEN 'Label' THEN (SELECT lock_version FROM labels WHERE id = new.record_id) WHEN 'Milestone' THEN (SELECT lock_version FROM milestones WHERE id = new.record_id) END IS NOT new.lock_version OR (new.label_ids IS NOT NULL AND new.label_ids IS NOT (SELECT json_group_array(label_id) FROM (SELECT label_id FROM label_links WHERE target_type = new.record_type AND target_id = new.record_id ORDER BY label_id))); SELECT RAISE(IGNORE); END;
