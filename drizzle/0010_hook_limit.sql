-- Each event of a project is told to all of its hooks.
CREATE TRIGGER hooks_limit BEFORE INSERT ON project_hooks WHEN (SELECT count(*) FROM project_hooks WHERE project_id = new.project_id) >= 100 BEGIN SELECT RAISE(ABORT, 'violates hooks_limit'); END;
