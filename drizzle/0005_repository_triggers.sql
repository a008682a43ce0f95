-- A project goes in many ways (its group, its owner): each leaves word that its repository is to be freed.
CREATE TRIGGER repositories_deleted AFTER DELETE ON projects BEGIN INSERT OR IGNORE INTO deleted_repositories (project_id) VALUES (old.id); END;
