-- Hexadecimal digits in such number are base64 as well.
INSERT INTO hooks (id, project_id, url, authorization, token, push_events, tag_push_events, issues_events, confidential_issues_events, merge_requests_events, note_events, build_events, pipeline_events, wiki_page_events, enable_ssl_verification, origin, after_event_id, created_at, updated_at, signing_secret) SELECT id, project_id, url, authorization, token, push_events, tag_push_events, issues_events, confidential_issues_events, merge_requests_events, note_events, build_events, pipeline_events, wiki_page_events, enable_ssl_verification, origin, after_event_id, created_at, updated_at, 'whsec_' || lower(hex(randomblob(24))) FROM project_hooks;
--> statement-breakpoint
DROP TABLE `project_hooks`;
--> statement-breakpoint
-- Each event is told to all hooks of its project, of its group and of the server.
CREATE TRIGGER hooks_limit BEFORE INSERT ON hooks WHEN (SELECT count(*) FROM hooks WHERE project_id = new.project_id) >= 100 OR (SELECT count(*) FROM hooks WHERE group_id = new.group_id) >= 100 OR (new.project_id IS NULL AND new.group_id IS NULL AND (SELECT count(*) FROM hooks WHERE project_id IS NULL AND group_id IS NULL) >= 100) BEGIN SELECT RAISE(ABORT, 'violates hooks_limit'); END;
--> statement-breakpoint
-- Nobody is told of what happened before there were notifications.
INSERT INTO event_marks (consumer, event_id) SELECT 'notifications', coalesce(max(id), 0) FROM events;
--> statement-breakpoint
UPDATE events SET namespace_id = (SELECT p.namespace_id FROM projects p WHERE p.id = events.project_id) WHERE namespace_id IS NULL AND project_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER discussions_cleared_delete AFTER DELETE ON notes WHEN old.discussion_id IS NOT NULL BEGIN DELETE FROM discussions WHERE id = old.discussion_id AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.discussion_id = old.discussion_id); END;
