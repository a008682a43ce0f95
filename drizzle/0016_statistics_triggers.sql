-- What the repositories of a namespace take up together.
CREATE TRIGGER statistics_summed_insert AFTER INSERT ON project_statistics BEGIN INSERT INTO namespace_statistics (namespace_id, repository_size) SELECT namespace_id, new.repository_size FROM projects WHERE id = new.project_id ON CONFLICT (namespace_id) DO UPDATE SET repository_size = repository_size + excluded.repository_size; END;
--> statement-breakpoint
CREATE TRIGGER statistics_summed_update AFTER UPDATE OF repository_size ON project_statistics BEGIN UPDATE namespace_statistics SET repository_size = repository_size - old.repository_size + new.repository_size WHERE namespace_id = (SELECT namespace_id FROM projects WHERE id = new.project_id); END;
--> statement-breakpoint
CREATE TRIGGER statistics_summed_move AFTER UPDATE OF namespace_id ON projects BEGIN UPDATE namespace_statistics SET repository_size = repository_size - coalesce((SELECT repository_size FROM project_statistics WHERE project_id = old.id), 0) WHERE namespace_id = old.namespace_id; INSERT INTO namespace_statistics (namespace_id, repository_size) SELECT new.namespace_id, repository_size FROM project_statistics WHERE project_id = new.id ON CONFLICT (namespace_id) DO UPDATE SET repository_size = repository_size + excluded.repository_size; END;
--> statement-breakpoint
-- Before, because the project's own statistics go with it.
CREATE TRIGGER statistics_summed_delete BEFORE DELETE ON projects BEGIN UPDATE namespace_statistics SET repository_size = repository_size - coalesce((SELECT repository_size FROM project_statistics WHERE project_id = old.id), 0) WHERE namespace_id = old.namespace_id; END;
