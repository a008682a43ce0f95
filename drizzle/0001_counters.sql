-- ghost is user 2: what a deleted user wrote elsewhere passes to it. It has no namespace, no token, and is counted
-- nowhere, which is why it comes before the triggers.
INSERT INTO users (id, username, name, email, state, can_create_group, projects_limit, created_at, updated_at) VALUES (2, 'ghost', 'Ghost User', 'ghost@example.com', 'blocked', 0, 0, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
--> statement-breakpoint
-- Counters behind X-Total and the *_count fields, kept where the rows change, so that no path can forget them.
CREATE TRIGGER users_counted_insert AFTER INSERT ON users BEGIN INSERT INTO user_totals (state, external, count) VALUES (new.state, new.external, 1) ON CONFLICT (state, external) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER users_counted_update AFTER UPDATE OF state, external ON users BEGIN UPDATE user_totals SET count = count - 1 WHERE state = old.state AND external = old.external; INSERT INTO user_totals (state, external, count) VALUES (new.state, new.external, 1) ON CONFLICT (state, external) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER users_counted_delete AFTER DELETE ON users BEGIN UPDATE user_totals SET count = count - 1 WHERE state = old.state AND external = old.external; END;
--> statement-breakpoint
CREATE TRIGGER groups_counted_insert AFTER INSERT ON namespaces WHEN new.kind = 'group' BEGIN INSERT INTO group_totals (visibility_level, count) VALUES (new.visibility_level, 1) ON CONFLICT (visibility_level) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER groups_counted_update AFTER UPDATE OF visibility_level ON namespaces WHEN new.kind = 'group' BEGIN UPDATE group_totals SET count = count - 1 WHERE visibility_level = old.visibility_level; INSERT INTO group_totals (visibility_level, count) VALUES (new.visibility_level, 1) ON CONFLICT (visibility_level) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER groups_counted_delete AFTER DELETE ON namespaces WHEN old.kind = 'group' BEGIN UPDATE group_totals SET count = count - 1 WHERE visibility_level = old.visibility_level; END;
--> statement-breakpoint
CREATE TRIGGER group_members_counted_insert AFTER INSERT ON group_members BEGIN UPDATE namespaces SET members_count = members_count + 1 WHERE id = new.group_id; END;
--> statement-breakpoint
CREATE TRIGGER group_members_counted_delete AFTER DELETE ON group_members BEGIN UPDATE namespaces SET members_count = members_count - 1 WHERE id = old.group_id; END;
--> statement-breakpoint
CREATE TRIGGER projects_counted_insert AFTER INSERT ON projects BEGIN INSERT INTO project_counts (namespace_id, archived, visibility_level, count) VALUES (new.namespace_id, new.archived, new.visibility_level, 1) ON CONFLICT (namespace_id, archived, visibility_level) DO UPDATE SET count = count + 1; INSERT INTO project_totals (archived, visibility_level, count) VALUES (new.archived, new.visibility_level, 1) ON CONFLICT (archived, visibility_level) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER projects_counted_update AFTER UPDATE OF namespace_id, archived, visibility_level ON projects BEGIN UPDATE project_counts SET count = count - 1 WHERE namespace_id = old.namespace_id AND archived = old.archived AND visibility_level = old.visibility_level; INSERT INTO project_counts (namespace_id, archived, visibility_level, count) VALUES (new.namespace_id, new.archived, new.visibility_level, 1) ON CONFLICT (namespace_id, archived, visibility_level) DO UPDATE SET count = count + 1; UPDATE project_totals SET count = count - 1 WHERE archived = old.archived AND visibility_level = old.visibility_level; INSERT INTO project_totals (archived, visibility_level, count) VALUES (new.archived, new.visibility_level, 1) ON CONFLICT (archived, visibility_level) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER projects_counted_delete AFTER DELETE ON projects BEGIN UPDATE project_counts SET count = count - 1 WHERE namespace_id = old.namespace_id AND archived = old.archived AND visibility_level = old.visibility_level; UPDATE project_totals SET count = count - 1 WHERE archived = old.archived AND visibility_level = old.visibility_level; END;
--> statement-breakpoint
CREATE TRIGGER forks_counted_insert AFTER INSERT ON projects WHEN new.forked_from_id IS NOT NULL BEGIN UPDATE projects SET forks_count = forks_count + 1 WHERE id = new.forked_from_id; END;
--> statement-breakpoint
CREATE TRIGGER forks_counted_update AFTER UPDATE OF forked_from_id ON projects BEGIN UPDATE projects SET forks_count = forks_count - 1 WHERE id = old.forked_from_id; UPDATE projects SET forks_count = forks_count + 1 WHERE id = new.forked_from_id; END;
--> statement-breakpoint
CREATE TRIGGER forks_counted_delete AFTER DELETE ON projects WHEN old.forked_from_id IS NOT NULL BEGIN UPDATE projects SET forks_count = forks_count - 1 WHERE id = old.forked_from_id; END;
--> statement-breakpoint
CREATE TRIGGER project_members_counted_insert AFTER INSERT ON project_members BEGIN UPDATE projects SET members_count = members_count + 1 WHERE id = new.project_id; END;
--> statement-breakpoint
CREATE TRIGGER project_members_counted_delete AFTER DELETE ON project_members BEGIN UPDATE projects SET members_count = members_count - 1 WHERE id = old.project_id; END;
--> statement-breakpoint
CREATE TRIGGER stars_counted_insert AFTER INSERT ON stars BEGIN UPDATE projects SET star_count = star_count + 1 WHERE id = new.project_id; END;
--> statement-breakpoint
CREATE TRIGGER stars_counted_delete AFTER DELETE ON stars BEGIN UPDATE projects SET star_count = star_count - 1 WHERE id = old.project_id; END;
--> statement-breakpoint
CREATE TRIGGER issues_counted_insert AFTER INSERT ON issues BEGIN UPDATE projects SET opened_issues = opened_issues + (new.state = 'opened' AND new.confidential = 0), closed_issues = closed_issues + (new.state = 'closed' AND new.confidential = 0), opened_confidential_issues = opened_confidential_issues + (new.state = 'opened' AND new.confidential = 1), closed_confidential_issues = closed_confidential_issues + (new.state = 'closed' AND new.confidential = 1) WHERE id = new.project_id; INSERT INTO issue_counts (author_id, project_id, state, confidential, count) VALUES (new.author_id, new.project_id, new.state, new.confidential, 1) ON CONFLICT (author_id, project_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER issues_counted_update AFTER UPDATE OF state, confidential, author_id, project_id ON issues BEGIN UPDATE projects SET opened_issues = opened_issues - (old.state = 'opened' AND old.confidential = 0), closed_issues = closed_issues - (old.state = 'closed' AND old.confidential = 0), opened_confidential_issues = opened_confidential_issues - (old.state = 'opened' AND old.confidential = 1), closed_confidential_issues = closed_confidential_issues - (old.state = 'closed' AND old.confidential = 1) WHERE id = old.project_id; UPDATE issue_counts SET count = count - 1 WHERE author_id = old.author_id AND project_id = old.project_id AND state = old.state AND confidential = old.confidential; UPDATE projects SET opened_issues = opened_issues + (new.state = 'opened' AND new.confidential = 0), closed_issues = closed_issues + (new.state = 'closed' AND new.confidential = 0), opened_confidential_issues = opened_confidential_issues + (new.state = 'opened' AND new.confidential = 1), closed_confidential_issues = closed_confidential_issues + (new.state = 'closed' AND new.confidential = 1) WHERE id = new.project_id; INSERT INTO issue_counts (author_id, project_id, state, confidential, count) VALUES (new.author_id, new.project_id, new.state, new.confidential, 1) ON CONFLICT (author_id, project_id, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER issues_counted_delete AFTER DELETE ON issues BEGIN UPDATE projects SET opened_issues = opened_issues - (old.state = 'opened' AND old.confidential = 0), closed_issues = closed_issues - (old.state = 'closed' AND old.confidential = 0), opened_confidential_issues = opened_confidential_issues - (old.state = 'opened' AND old.confidential = 1), closed_confidential_issues = closed_confidential_issues - (old.state = 'closed' AND old.confidential = 1) WHERE id = old.project_id; UPDATE issue_counts SET count = count - 1 WHERE author_id = old.author_id AND project_id = old.project_id AND state = old.state AND confidential = old.confidential; END;
--> statement-breakpoint
-- Guards: a project is no more visible than its group, a fork no more than its source. Verbs read the name after
-- "violates" and answer with GitLab's words.
CREATE TRIGGER project_visibility_insert BEFORE INSERT ON projects WHEN new.visibility_level > (SELECT visibility_level FROM namespaces WHERE id = new.namespace_id) BEGIN SELECT RAISE(ABORT, 'violates project_within_namespace'); END;
--> statement-breakpoint
CREATE TRIGGER project_visibility_update BEFORE UPDATE OF visibility_level, namespace_id ON projects WHEN new.visibility_level > (SELECT visibility_level FROM namespaces WHERE id = new.namespace_id) BEGIN SELECT RAISE(ABORT, 'violates project_within_namespace'); END;
--> statement-breakpoint
CREATE TRIGGER fork_visibility_insert BEFORE INSERT ON projects WHEN new.visibility_level > (SELECT visibility_level FROM projects WHERE id = new.forked_from_id) BEGIN SELECT RAISE(ABORT, 'violates fork_within_source'); END;
--> statement-breakpoint
CREATE TRIGGER fork_visibility_update BEFORE UPDATE OF visibility_level ON projects WHEN new.visibility_level > old.visibility_level AND new.visibility_level > (SELECT visibility_level FROM projects WHERE id = new.forked_from_id) BEGIN SELECT RAISE(ABORT, 'violates fork_within_source'); END;
--> statement-breakpoint
CREATE TRIGGER projects_limit BEFORE INSERT ON projects WHEN (SELECT coalesce(sum(count), 0) FROM project_counts WHERE namespace_id = new.namespace_id) >= (SELECT u.projects_limit FROM namespaces n JOIN users u ON u.id = n.owner_id WHERE n.id = new.namespace_id) BEGIN SELECT RAISE(ABORT, 'violates projects_limit'); END;
--> statement-breakpoint
CREATE TRIGGER group_visibility_update BEFORE UPDATE OF visibility_level ON namespaces WHEN EXISTS (SELECT 1 FROM projects WHERE namespace_id = new.id AND visibility_level > new.visibility_level) BEGIN SELECT RAISE(ABORT, 'violates group_above_projects'); END;
--> statement-breakpoint
-- A group keeps an owner: the last one neither leaves nor steps down.
CREATE TRIGGER last_owner_delete BEFORE DELETE ON group_members WHEN old.access_level = 50 AND EXISTS (SELECT 1 FROM namespaces WHERE id = old.group_id) AND EXISTS (SELECT 1 FROM users WHERE id = old.user_id) AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = old.group_id AND access_level = 50 AND user_id <> old.user_id AND (expires_at IS NULL OR expires_at >= date('now')) AND EXISTS (SELECT 1 FROM users WHERE id = group_members.user_id AND state = 'active')) BEGIN SELECT RAISE(ABORT, 'violates last_owner'); END;
--> statement-breakpoint
CREATE TRIGGER last_owner_update BEFORE UPDATE OF access_level, expires_at ON group_members WHEN old.access_level = 50 AND (new.access_level <> 50 OR new.expires_at < date('now')) AND NOT EXISTS (SELECT 1 FROM group_members WHERE group_id = old.group_id AND access_level = 50 AND user_id <> old.user_id AND (expires_at IS NULL OR expires_at >= date('now')) AND EXISTS (SELECT 1 FROM users WHERE id = group_members.user_id AND state = 'active')) BEGIN SELECT RAISE(ABORT, 'violates last_owner'); END;
--> statement-breakpoint
-- root is user 1 with namespace 1, the administrator; ROOT_TOKEN is its private token.
INSERT INTO users (id, username, name, email, admin, created_at, updated_at) VALUES (1, 'root', 'Administrator', 'admin@example.com', 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
--> statement-breakpoint
INSERT INTO namespaces (id, kind, owner_id, name, path, created_at, updated_at) VALUES (1, 'user', 1, 'root', 'root', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
