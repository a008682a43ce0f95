-- Search: titles and descriptions in an index each, so that an edit of one writes nothing about the other. As before, they
-- are of trigrams, `scope` is the project, and the texts themselves stay in their rows.
DROP TRIGGER issues_searched_insert;
--> statement-breakpoint
DROP TRIGGER issues_searched_update;
--> statement-breakpoint
DROP TRIGGER issues_searched_delete;
--> statement-breakpoint
DROP TABLE issue_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE issue_title_search USING fts5(scope, title, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE issue_description_search USING fts5(scope, description, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
INSERT INTO issue_title_search (rowid, scope, title) SELECT id, char(19968 + project_id / 400000000 % 20000, 19968 + project_id / 20000 % 20000, 19968 + project_id % 20000), title FROM issues;
--> statement-breakpoint
INSERT INTO issue_description_search (rowid, scope, description) SELECT id, char(19968 + project_id / 400000000 % 20000, 19968 + project_id / 20000 % 20000, 19968 + project_id % 20000), description FROM issues WHERE description <> '';
--> statement-breakpoint
CREATE TRIGGER issue_titles_searched_insert AFTER INSERT ON issues BEGIN INSERT INTO issue_title_search (rowid, scope, title) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.title); END;
--> statement-breakpoint
CREATE TRIGGER issue_titles_searched_update AFTER UPDATE OF title ON issues WHEN new.title <> old.title BEGIN DELETE FROM issue_title_search WHERE rowid = old.id; INSERT INTO issue_title_search (rowid, scope, title) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.title); END;
--> statement-breakpoint
CREATE TRIGGER issue_titles_searched_delete AFTER DELETE ON issues BEGIN DELETE FROM issue_title_search WHERE rowid = old.id; END;
--> statement-breakpoint
CREATE TRIGGER issue_descriptions_searched_insert AFTER INSERT ON issues WHEN new.description <> '' BEGIN INSERT INTO issue_description_search (rowid, scope, description) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.description); END;
--> statement-breakpoint
CREATE TRIGGER issue_descriptions_searched_update AFTER UPDATE OF description ON issues WHEN new.description IS NOT old.description BEGIN DELETE FROM issue_description_search WHERE rowid = old.id; INSERT INTO issue_description_search (rowid, scope, description) SELECT new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.description WHERE new.description <> ''; END;
--> statement-breakpoint
CREATE TRIGGER issue_descriptions_searched_delete AFTER DELETE ON issues WHEN old.description <> '' BEGIN DELETE FROM issue_description_search WHERE rowid = old.id; END;
