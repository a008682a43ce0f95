-- Search of merge requests, as of issues (0019). Lists of a project by source branch.
CREATE INDEX `merge_requests_by_source_branch` ON `merge_requests` (`project_id`,`source_branch`);
--> statement-breakpoint
CREATE VIRTUAL TABLE merge_request_title_search USING fts5(scope, title, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE merge_request_description_search USING fts5(scope, description, content='', contentless_delete=1, tokenize='trigram');
--> statement-breakpoint
INSERT INTO merge_request_title_search (rowid, scope, title) SELECT id, char(19968 + project_id / 400000000 % 20000, 19968 + project_id / 20000 % 20000, 19968 + project_id % 20000), title FROM merge_requests;
--> statement-breakpoint
INSERT INTO merge_request_description_search (rowid, scope, description) SELECT id, char(19968 + project_id / 400000000 % 20000, 19968 + project_id / 20000 % 20000, 19968 + project_id % 20000), description FROM merge_requests WHERE description <> '';
--> statement-breakpoint
CREATE TRIGGER merge_request_titles_searched_insert AFTER INSERT ON merge_requests BEGIN INSERT INTO merge_request_title_search (rowid, scope, title) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.title); END;
--> statement-breakpoint
CREATE TRIGGER merge_request_titles_searched_update AFTER UPDATE OF title ON merge_requests WHEN new.title <> old.title BEGIN DELETE FROM merge_request_title_search WHERE rowid = old.id; INSERT INTO merge_request_title_search (rowid, scope, title) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.title); END;
--> statement-breakpoint
CREATE TRIGGER merge_request_titles_searched_delete AFTER DELETE ON merge_requests BEGIN DELETE FROM merge_request_title_search WHERE rowid = old.id; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_descriptions_searched_insert AFTER INSERT ON merge_requests WHEN new.description <> '' BEGIN INSERT INTO merge_request_description_search (rowid, scope, description) VALUES (new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.description); END;
--> statement-breakpoint
CREATE TRIGGER merge_request_descriptions_searched_update AFTER UPDATE OF description ON merge_requests WHEN new.description IS NOT old.description BEGIN DELETE FROM merge_request_description_search WHERE rowid = old.id; INSERT INTO merge_request_description_search (rowid, scope, description) SELECT new.id, char(19968 + new.project_id / 400000000 % 20000, 19968 + new.project_id / 20000 % 20000, 19968 + new.project_id % 20000), new.description WHERE new.description <> ''; END;
--> statement-breakpoint
CREATE TRIGGER merge_request_descriptions_searched_delete AFTER DELETE ON merge_requests WHEN old.description <> '' BEGIN DELETE FROM merge_request_description_search WHERE rowid = old.id; END;
