CREATE TABLE `issuable_counts` (
	`project_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`filter` text NOT NULL,
	`key_id` integer NOT NULL,
	`state` text NOT NULL,
	`confidential` integer DEFAULT 0 NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `target_type`, `filter`, `key_id`, `state`, `confidential`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `labelled_issuables` (
	`label_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`confidential` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`created_at` text NOT NULL,
	`target_id` integer NOT NULL,
	PRIMARY KEY(`label_id`, `target_type`, `confidential`, `state`, `created_at`, `target_id`),
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `issues_by_assignee`;
--> statement-breakpoint
DROP INDEX `issues_by_milestone`;
--> statement-breakpoint
CREATE INDEX `issues_of_assignee_by_created` ON `issues` (`assignee_id`,`project_id`,`confidential`,`state`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `issues_of_assignee_by_updated` ON `issues` (`assignee_id`,`project_id`,`confidential`,`state`,`updated_at`,`id`);
--> statement-breakpoint
CREATE INDEX `issues_of_milestone_by_created` ON `issues` (`milestone_id`,`project_id`,`confidential`,`state`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `issues_of_milestone_by_updated` ON `issues` (`milestone_id`,`project_id`,`confidential`,`state`,`updated_at`,`id`);
--> statement-breakpoint
DROP INDEX `merge_requests_by_milestone`;
--> statement-breakpoint
CREATE INDEX `merge_requests_of_author_by_created` ON `merge_requests` (`author_id`,`project_id`,`listed_state`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `merge_requests_of_author_by_updated` ON `merge_requests` (`author_id`,`project_id`,`listed_state`,`updated_at`,`id`);
--> statement-breakpoint
CREATE INDEX `merge_requests_of_assignee_by_created` ON `merge_requests` (`assignee_id`,`project_id`,`listed_state`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `merge_requests_of_assignee_by_updated` ON `merge_requests` (`assignee_id`,`project_id`,`listed_state`,`updated_at`,`id`);
--> statement-breakpoint
CREATE INDEX `merge_requests_of_milestone_by_created` ON `merge_requests` (`milestone_id`,`project_id`,`listed_state`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `merge_requests_of_milestone_by_updated` ON `merge_requests` (`milestone_id`,`project_id`,`listed_state`,`updated_at`,`id`);
--> statement-breakpoint
-- Existing rows. Each statement reads one index in its order.
INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) SELECT project_id, 'Issue', 'assignee', coalesce(assignee_id, 0), state, confidential, count(*) FROM issues GROUP BY assignee_id, project_id, confidential, state;
--> statement-breakpoint
INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) SELECT project_id, 'Issue', 'milestone', coalesce(milestone_id, 0), state, confidential, count(*) FROM issues GROUP BY milestone_id, project_id, confidential, state;
--> statement-breakpoint
INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) SELECT project_id, 'MergeRequest', 'author', coalesce(author_id, 0), listed_state, 0, count(*) FROM merge_requests GROUP BY author_id, project_id, listed_state;
--> statement-breakpoint
INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) SELECT project_id, 'MergeRequest', 'assignee', coalesce(assignee_id, 0), listed_state, 0, count(*) FROM merge_requests GROUP BY assignee_id, project_id, listed_state;
--> statement-breakpoint
INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) SELECT project_id, 'MergeRequest', 'milestone', coalesce(milestone_id, 0), listed_state, 0, count(*) FROM merge_requests GROUP BY milestone_id, project_id, listed_state;
--> statement-breakpoint
INSERT INTO labelled_issuables (label_id, target_type, confidential, state, created_at, target_id) SELECT ll.label_id, ll.target_type, i.confidential, i.state, i.created_at, i.id FROM label_links ll CROSS JOIN issues i ON i.id = ll.target_id WHERE ll.target_type = 'Issue';
--> statement-breakpoint
INSERT INTO labelled_issuables (label_id, target_type, confidential, state, created_at, target_id) SELECT ll.label_id, ll.target_type, 0, i.listed_state, i.created_at, i.id FROM label_links ll CROSS JOIN merge_requests i ON i.id = ll.target_id WHERE ll.target_type = 'MergeRequest';
--> statement-breakpoint
-- Totals of filtered lists.
CREATE TRIGGER issue_filters_counted_insert AFTER INSERT ON issues BEGIN INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) VALUES (new.project_id, 'Issue', 'assignee', coalesce(new.assignee_id, 0), new.state, new.confidential, 1), (new.project_id, 'Issue', 'milestone', coalesce(new.milestone_id, 0), new.state, new.confidential, 1) ON CONFLICT (project_id, target_type, filter, key_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER issue_assignees_counted_update AFTER UPDATE OF assignee_id, state, confidential, project_id ON issues WHEN new.assignee_id IS NOT old.assignee_id OR new.state <> old.state OR new.project_id <> old.project_id OR new.confidential <> old.confidential BEGIN UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'Issue' AND filter = 'assignee' AND key_id = coalesce(old.assignee_id, 0) AND state = old.state AND confidential = old.confidential; INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) VALUES (new.project_id, 'Issue', 'assignee', coalesce(new.assignee_id, 0), new.state, new.confidential, 1) ON CONFLICT (project_id, target_type, filter, key_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER issue_milestones_counted_update AFTER UPDATE OF milestone_id, state, confidential, project_id ON issues WHEN new.milestone_id IS NOT old.milestone_id OR new.state <> old.state OR new.project_id <> old.project_id OR new.confidential <> old.confidential BEGIN UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'Issue' AND filter = 'milestone' AND key_id = coalesce(old.milestone_id, 0) AND state = old.state AND confidential = old.confidential; INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) VALUES (new.project_id, 'Issue', 'milestone', coalesce(new.milestone_id, 0), new.state, new.confidential, 1) ON CONFLICT (project_id, target_type, filter, key_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER issue_filters_counted_delete AFTER DELETE ON issues BEGIN UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'Issue' AND filter = 'assignee' AND key_id = coalesce(old.assignee_id, 0) AND state = old.state AND confidential = old.confidential; UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'Issue' AND filter = 'milestone' AND key_id = coalesce(old.milestone_id, 0) AND state = old.state AND confidential = old.confidential; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_filters_counted_insert AFTER INSERT ON merge_requests BEGIN INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) VALUES (new.project_id, 'MergeRequest', 'author', coalesce(new.author_id, 0), new.listed_state, 0, 1), (new.project_id, 'MergeRequest', 'assignee', coalesce(new.assignee_id, 0), new.listed_state, 0, 1), (new.project_id, 'MergeRequest', 'milestone', coalesce(new.milestone_id, 0), new.listed_state, 0, 1) ON CONFLICT (project_id, target_type, filter, key_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_authors_counted_update AFTER UPDATE OF author_id, state, project_id ON merge_requests WHEN new.author_id IS NOT old.author_id OR new.listed_state <> old.listed_state OR new.project_id <> old.project_id BEGIN UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'MergeRequest' AND filter = 'author' AND key_id = coalesce(old.author_id, 0) AND state = old.listed_state AND confidential = 0; INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) VALUES (new.project_id, 'MergeRequest', 'author', coalesce(new.author_id, 0), new.listed_state, 0, 1) ON CONFLICT (project_id, target_type, filter, key_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_assignees_counted_update AFTER UPDATE OF assignee_id, state, project_id ON merge_requests WHEN new.assignee_id IS NOT old.assignee_id OR new.listed_state <> old.listed_state OR new.project_id <> old.project_id BEGIN UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'MergeRequest' AND filter = 'assignee' AND key_id = coalesce(old.assignee_id, 0) AND state = old.listed_state AND confidential = 0; INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) VALUES (new.project_id, 'MergeRequest', 'assignee', coalesce(new.assignee_id, 0), new.listed_state, 0, 1) ON CONFLICT (project_id, target_type, filter, key_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_milestones_counted_update AFTER UPDATE OF milestone_id, state, project_id ON merge_requests WHEN new.milestone_id IS NOT old.milestone_id OR new.listed_state <> old.listed_state OR new.project_id <> old.project_id BEGIN UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'MergeRequest' AND filter = 'milestone' AND key_id = coalesce(old.milestone_id, 0) AND state = old.listed_state AND confidential = 0; INSERT INTO issuable_counts (project_id, target_type, filter, key_id, state, confidential, count) VALUES (new.project_id, 'MergeRequest', 'milestone', coalesce(new.milestone_id, 0), new.listed_state, 0, 1) ON CONFLICT (project_id, target_type, filter, key_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_filters_counted_delete AFTER DELETE ON merge_requests BEGIN UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'MergeRequest' AND filter = 'author' AND key_id = coalesce(old.author_id, 0) AND state = old.listed_state AND confidential = 0; UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'MergeRequest' AND filter = 'assignee' AND key_id = coalesce(old.assignee_id, 0) AND state = old.listed_state AND confidential = 0; UPDATE issuable_counts SET count = count - 1 WHERE project_id = old.project_id AND target_type = 'MergeRequest' AND filter = 'milestone' AND key_id = coalesce(old.milestone_id, 0) AND state = old.listed_state AND confidential = 0; END;
--> statement-breakpoint
-- The order of lists by label. An issuable still exists when its links go, see issues_cleared_delete.
CREATE TRIGGER labelled_issues_listed_insert AFTER INSERT ON label_links WHEN new.target_type = 'Issue' BEGIN INSERT INTO labelled_issuables (label_id, target_type, confidential, state, created_at, target_id) SELECT new.label_id, 'Issue', i.confidential, i.state, i.created_at, i.id FROM issues i WHERE i.id = new.target_id; END;
--> statement-breakpoint
CREATE TRIGGER labelled_issues_listed_delete AFTER DELETE ON label_links WHEN old.target_type = 'Issue' BEGIN DELETE FROM labelled_issuables WHERE label_id = old.label_id AND target_type = 'Issue' AND (confidential, state, created_at) = (SELECT i.confidential, i.state, i.created_at FROM issues i WHERE i.id = old.target_id) AND target_id = old.target_id; END;
--> statement-breakpoint
CREATE TRIGGER labelled_issues_listed_update AFTER UPDATE OF state, confidential, created_at ON issues WHEN new.state <> old.state OR new.created_at <> old.created_at OR new.confidential <> old.confidential BEGIN UPDATE labelled_issuables SET state = new.state, created_at = new.created_at, confidential = new.confidential WHERE label_id IN (SELECT label_id FROM label_links WHERE target_type = 'Issue' AND target_id = old.id) AND target_type = 'Issue' AND confidential = old.confidential AND state = old.state AND created_at = old.created_at AND target_id = old.id; END;
--> statement-breakpoint
CREATE TRIGGER labelled_merge_requests_listed_insert AFTER INSERT ON label_links WHEN new.target_type = 'MergeRequest' BEGIN INSERT INTO labelled_issuables (label_id, target_type, confidential, state, created_at, target_id) SELECT new.label_id, 'MergeRequest', 0, i.listed_state, i.created_at, i.id FROM merge_requests i WHERE i.id = new.target_id; END;
--> statement-breakpoint
CREATE TRIGGER labelled_merge_requests_listed_delete AFTER DELETE ON label_links WHEN old.target_type = 'MergeRequest' BEGIN DELETE FROM labelled_issuables WHERE label_id = old.label_id AND target_type = 'MergeRequest' AND (confidential, state, created_at) = (SELECT 0, i.listed_state, i.created_at FROM merge_requests i WHERE i.id = old.target_id) AND target_id = old.target_id; END;
--> statement-breakpoint
CREATE TRIGGER labelled_merge_requests_listed_update AFTER UPDATE OF state, created_at ON merge_requests WHEN new.listed_state <> old.listed_state OR new.created_at <> old.created_at BEGIN UPDATE labelled_issuables SET state = new.listed_state, created_at = new.created_at WHERE label_id IN (SELECT label_id FROM label_links WHERE target_type = 'MergeRequest' AND target_id = old.id) AND target_type = 'MergeRequest' AND confidential = 0 AND state = old.listed_state AND created_at = old.created_at AND target_id = old.id; END;
