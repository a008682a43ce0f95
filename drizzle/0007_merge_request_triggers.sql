-- Totals of lists.
CREATE TRIGGER merge_requests_counted_insert AFTER INSERT ON merge_requests BEGIN INSERT INTO merge_request_counts (project_id, listed_state, count) VALUES (new.project_id, new.listed_state, 1) ON CONFLICT (project_id, listed_state) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER merge_requests_counted_delete AFTER DELETE ON merge_requests BEGIN UPDATE merge_request_counts SET count = count - 1 WHERE project_id = old.project_id AND listed_state = old.listed_state; END;
--> statement-breakpoint
CREATE TRIGGER merge_requests_counted_update AFTER UPDATE OF state ON merge_requests WHEN new.listed_state <> old.listed_state BEGIN UPDATE merge_request_counts SET count = count - 1 WHERE project_id = old.project_id AND listed_state = old.listed_state; INSERT INTO merge_request_counts (project_id, listed_state, count) VALUES (new.project_id, new.listed_state, 1) ON CONFLICT (project_id, listed_state) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
-- What hangs on a merge request by type and id goes with it. Before, because the counters of its labels still ask for its state.
CREATE TRIGGER merge_requests_cleared_delete BEFORE DELETE ON merge_requests BEGIN DELETE FROM label_links WHERE target_type = 'MergeRequest' AND target_id = old.id; DELETE FROM todos WHERE target_type = 'MergeRequest' AND target_id = old.id; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_labels_counted_insert AFTER INSERT ON label_links WHEN new.target_type = 'MergeRequest' BEGIN INSERT INTO label_counts (label_id, target_type, state, confidential, count) SELECT new.label_id, 'MergeRequest', listed_state, 0, 1 FROM merge_requests WHERE id = new.target_id ON CONFLICT (label_id, target_type, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_labels_counted_delete AFTER DELETE ON label_links WHEN old.target_type = 'MergeRequest' BEGIN UPDATE label_counts SET count = count - 1 WHERE label_id = old.label_id AND target_type = 'MergeRequest' AND confidential = 0 AND state = (SELECT r.listed_state FROM merge_requests r WHERE r.id = old.target_id); END;
--> statement-breakpoint
CREATE TRIGGER merge_request_labels_counted_update AFTER UPDATE OF state ON merge_requests WHEN new.listed_state <> old.listed_state BEGIN UPDATE label_counts SET count = count - 1 WHERE label_id IN (SELECT label_id FROM label_links WHERE target_type = 'MergeRequest' AND target_id = old.id) AND target_type = 'MergeRequest' AND state = old.listed_state; INSERT INTO label_counts (label_id, target_type, state, confidential, count) SELECT label_id, 'MergeRequest', new.listed_state, 0, 1 FROM label_links WHERE target_type = 'MergeRequest' AND target_id = new.id ON CONFLICT (label_id, target_type, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
-- Who takes part is counted by the triggers of notes and awards themselves.
CREATE TRIGGER merge_request_notes_counted_insert AFTER INSERT ON notes WHEN new.target_type = 'MergeRequest' BEGIN UPDATE merge_requests SET user_notes_count = user_notes_count + (new.system = 0), system_notes_count = system_notes_count + (new.system = 1 AND new.reference_id IS NULL) WHERE id = new.target_id; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_notes_counted_delete AFTER DELETE ON notes WHEN old.target_type = 'MergeRequest' BEGIN UPDATE merge_requests SET user_notes_count = user_notes_count - (old.system = 0), system_notes_count = system_notes_count - (old.system = 1 AND old.reference_id IS NULL) WHERE id = old.target_id; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_awards_counted_insert AFTER INSERT ON award_emoji WHEN new.target_type = 'MergeRequest' BEGIN UPDATE merge_requests SET upvotes = upvotes + (new.name = 'thumbsup'), downvotes = downvotes + (new.name = 'thumbsdown') WHERE id = new.target_id; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_awards_counted_delete AFTER DELETE ON award_emoji WHEN old.target_type = 'MergeRequest' BEGIN UPDATE merge_requests SET upvotes = upvotes - (old.name = 'thumbsup'), downvotes = downvotes - (old.name = 'thumbsdown') WHERE id = old.target_id; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_timelogs_counted_insert AFTER INSERT ON timelogs WHEN new.target_type = 'MergeRequest' BEGIN UPDATE merge_requests SET time_spent = time_spent + new.time_spent WHERE id = new.target_id; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_timelogs_counted_delete AFTER DELETE ON timelogs WHEN old.target_type = 'MergeRequest' BEGIN UPDATE merge_requests SET time_spent = time_spent - old.time_spent WHERE id = old.target_id; END;
--> statement-breakpoint
-- Guard: nobody takes back more time than was spent.
CREATE TRIGGER time_spent_merge_request BEFORE INSERT ON timelogs WHEN new.target_type = 'MergeRequest' AND (SELECT time_spent FROM merge_requests WHERE id = new.target_id) + new.time_spent < 0 BEGIN SELECT RAISE(ABORT, 'violates time_spent_not_negative'); END;
