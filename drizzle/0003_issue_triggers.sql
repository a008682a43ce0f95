-- Search: trigrams, so that any part of a word is found. `scope` is the project, its id in three digits of base 20,000,
-- which are one trigram that no other project shares: a search of one reads nothing of the others. The texts themselves
-- stay in their rows.
CREATE VIRTUAL TABLE issue_search USING fts5(scope, title, description, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
INSERT INTO issue_search (rowid, scope, title, description) SELECT id, char(19968 + project_id / 400000000 % 20000, 19968 + project_id / 20000 % 20000, 19968 + project_id % 20000), title, coalesce(description, '') FROM issues;
--> statement-breakpoint
CREATE TRIGGER issues_searched_insert AFTER INSERT ON issues BEGIN INSERT INTO issue_search (rowid, scope, title, description) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.title, coalesce(new.description, '')); END;
--> statement-breakpoint
CREATE TRIGGER issues_searched_update AFTER UPDATE OF title, description ON issues WHEN new.title IS NOT old.title OR new.description IS NOT old.description BEGIN DELETE FROM issue_search WHERE rowid = old.id; INSERT INTO issue_search (rowid, scope, title, description) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.title, coalesce(new.description, '')); END;
--> statement-breakpoint
CREATE TRIGGER issues_searched_delete AFTER DELETE ON issues BEGIN DELETE FROM issue_search WHERE rowid = old.id; END;
--> statement-breakpoint
-- What hangs on an issue by type and id has no foreign key to take it away. Before, because the counters of its labels
-- still ask for its state.
CREATE TRIGGER issues_cleared_delete BEFORE DELETE ON issues BEGIN DELETE FROM label_links WHERE target_type = 'Issue' AND target_id = old.id; DELETE FROM todos WHERE target_type = 'Issue' AND target_id = old.id; END;
--> statement-breakpoint
CREATE TRIGGER label_links_counted_insert AFTER INSERT ON label_links WHEN new.target_type = 'Issue' BEGIN INSERT INTO label_counts (label_id, target_type, state, confidential, count) SELECT new.label_id, 'Issue', state, confidential, 1 FROM issues WHERE id = new.target_id ON CONFLICT (label_id, target_type, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER label_links_counted_delete AFTER DELETE ON label_links WHEN old.target_type = 'Issue' BEGIN UPDATE label_counts SET count = count - 1 WHERE label_id = old.label_id AND target_type = 'Issue' AND (state, confidential) = (SELECT i.state, i.confidential FROM issues i WHERE i.id = old.target_id); END;
--> statement-breakpoint
CREATE TRIGGER labels_counted_update AFTER UPDATE OF state, confidential ON issues WHEN new.state <> old.state OR new.confidential <> old.confidential BEGIN UPDATE label_counts SET count = count - 1 WHERE label_id IN (SELECT label_id FROM label_links WHERE target_type = 'Issue' AND target_id = old.id) AND target_type = 'Issue' AND state = old.state AND confidential = old.confidential; INSERT INTO label_counts (label_id, target_type, state, confidential, count) SELECT label_id, 'Issue', new.state, new.confidential, 1 FROM label_links WHERE target_type = 'Issue' AND target_id = new.id ON CONFLICT (label_id, target_type, state, confidential) DO UPDATE SET count = count + 1; END;
--> statement-breakpoint
CREATE TRIGGER notes_counted_insert AFTER INSERT ON notes BEGIN UPDATE issues SET user_notes_count = user_notes_count + (new.system = 0), system_notes_count = system_notes_count + (new.system = 1 AND new.reference_id IS NULL) WHERE new.target_type = 'Issue' AND id = new.target_id; INSERT INTO participants (user_id, target_type, target_id, project_id, notes) VALUES (new.author_id, new.target_type, new.target_id, new.project_id, 1) ON CONFLICT (target_type, target_id, user_id) DO UPDATE SET notes = notes + 1; END;
--> statement-breakpoint
CREATE TRIGGER notes_counted_delete AFTER DELETE ON notes BEGIN UPDATE issues SET user_notes_count = user_notes_count - (old.system = 0), system_notes_count = system_notes_count - (old.system = 1 AND old.reference_id IS NULL) WHERE old.target_type = 'Issue' AND id = old.target_id; UPDATE participants SET notes = notes - 1 WHERE target_type = old.target_type AND target_id = old.target_id AND user_id = old.author_id; DELETE FROM mentions WHERE source_type = 'Note' AND source_id = old.id; DELETE FROM award_emoji WHERE target_type = 'Note' AND target_id = old.id; END;
--> statement-breakpoint
CREATE TRIGGER notes_counted_update AFTER UPDATE OF author_id ON notes WHEN new.author_id <> old.author_id BEGIN UPDATE participants SET notes = notes - 1 WHERE target_type = old.target_type AND target_id = old.target_id AND user_id = old.author_id; INSERT INTO participants (user_id, target_type, target_id, project_id, notes) VALUES (new.author_id, new.target_type, new.target_id, new.project_id, 1) ON CONFLICT (target_type, target_id, user_id) DO UPDATE SET notes = notes + 1; END;
--> statement-breakpoint
CREATE TRIGGER mentions_counted_insert AFTER INSERT ON mentions BEGIN INSERT INTO participants (user_id, target_type, target_id, project_id, mentions) VALUES (new.user_id, new.target_type, new.target_id, new.project_id, 1) ON CONFLICT (target_type, target_id, user_id) DO UPDATE SET mentions = mentions + 1; END;
--> statement-breakpoint
CREATE TRIGGER mentions_counted_delete AFTER DELETE ON mentions BEGIN UPDATE participants SET mentions = mentions - 1 WHERE target_type = old.target_type AND target_id = old.target_id AND user_id = old.user_id; END;
--> statement-breakpoint
CREATE TRIGGER award_emoji_counted_insert AFTER INSERT ON award_emoji WHEN new.target_type <> 'Note' BEGIN UPDATE issues SET upvotes = upvotes + (new.name = 'thumbsup'), downvotes = downvotes + (new.name = 'thumbsdown') WHERE new.target_type = 'Issue' AND id = new.target_id; INSERT INTO participants (user_id, target_type, target_id, project_id, awards) VALUES (new.user_id, new.target_type, new.target_id, new.project_id, 1) ON CONFLICT (target_type, target_id, user_id) DO UPDATE SET awards = awards + 1; END;
--> statement-breakpoint
CREATE TRIGGER award_emoji_counted_delete AFTER DELETE ON award_emoji WHEN old.target_type <> 'Note' BEGIN UPDATE issues SET upvotes = upvotes - (old.name = 'thumbsup'), downvotes = downvotes - (old.name = 'thumbsdown') WHERE old.target_type = 'Issue' AND id = old.target_id; UPDATE participants SET awards = awards - 1 WHERE target_type = old.target_type AND target_id = old.target_id AND user_id = old.user_id; END;
--> statement-breakpoint
CREATE TRIGGER timelogs_counted_insert AFTER INSERT ON timelogs BEGIN UPDATE issues SET time_spent = time_spent + new.time_spent WHERE new.target_type = 'Issue' AND id = new.target_id; END;
--> statement-breakpoint
CREATE TRIGGER timelogs_counted_delete AFTER DELETE ON timelogs BEGIN UPDATE issues SET time_spent = time_spent - old.time_spent WHERE old.target_type = 'Issue' AND id = old.target_id; END;
--> statement-breakpoint
-- Guards: nobody takes back more time than was spent, and an issue moves once.
CREATE TRIGGER time_spent_issue BEFORE INSERT ON timelogs WHEN new.target_type = 'Issue' AND (SELECT time_spent FROM issues WHERE id = new.target_id) + new.time_spent < 0 BEGIN SELECT RAISE(ABORT, 'violates time_spent_not_negative'); END;
--> statement-breakpoint
CREATE TRIGGER issue_moves_once BEFORE UPDATE OF moved_to_id ON issues WHEN old.moved_to_id IS NOT NULL BEGIN SELECT RAISE(ABORT, 'violates issue_moves_once'); END;
