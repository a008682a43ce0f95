CREATE TABLE `issue_days` (
	`project_id` integer NOT NULL,
	`day` text NOT NULL,
	`opened` integer DEFAULT 0 NOT NULL,
	`closed` integer DEFAULT 0 NOT NULL,
	`opened_confidential` integer DEFAULT 0 NOT NULL,
	`closed_confidential` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`project_id`, `day`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
-- Existing rows.
INSERT INTO issue_days (project_id, day, opened, closed, opened_confidential, closed_confidential) SELECT project_id, substr(created_at, 1, 10), sum(state = 'opened' AND confidential = 0), sum(state = 'closed' AND confidential = 0), sum(state = 'opened' AND confidential = 1), sum(state = 'closed' AND confidential = 1) FROM issues GROUP BY 1, 2;
--> statement-breakpoint
-- Where the deep pages of a project's issues begin.
CREATE TRIGGER issue_days_counted_insert AFTER INSERT ON issues BEGIN INSERT INTO issue_days (project_id, day, opened, closed, opened_confidential, closed_confidential) VALUES (new.project_id, substr(new.created_at, 1, 10), new.state = 'opened' AND new.confidential = 0, new.state = 'closed' AND new.confidential = 0, new.state = 'opened' AND new.confidential = 1, new.state = 'closed' AND new.confidential = 1) ON CONFLICT (project_id, day) DO UPDATE SET opened = opened + excluded.opened, closed = closed + excluded.closed, opened_confidential = opened_confidential + excluded.opened_confidential, closed_confidential = closed_confidential + excluded.closed_confidential; END;
--> statement-breakpoint
CREATE TRIGGER issue_days_counted_update AFTER UPDATE OF state, confidential, created_at, project_id ON issues WHEN new.state <> old.state OR new.confidential <> old.confidential OR new.created_at <> old.created_at OR new.project_id <> old.project_id BEGIN UPDATE issue_days SET opened = opened - (old.state = 'opened' AND old.confidential = 0), closed = closed - (old.state = 'closed' AND old.confidential = 0), opened_confidential = opened_confidential - (old.state = 'opened' AND old.confidential = 1), closed_confidential = closed_confidential - (old.state = 'closed' AND old.confidential = 1) WHERE project_id = old.project_id AND day = substr(old.created_at, 1, 10); INSERT INTO issue_days (project_id, day, opened, closed, opened_confidential, closed_confidential) VALUES (new.project_id, substr(new.created_at, 1, 10), new.state = 'opened' AND new.confidential = 0, new.state = 'closed' AND new.confidential = 0, new.state = 'opened' AND new.confidential = 1, new.state = 'closed' AND new.confidential = 1) ON CONFLICT (project_id, day) DO UPDATE SET opened = opened + excluded.opened, closed = closed + excluded.closed, opened_confidential = opened_confidential + excluded.opened_confidential, closed_confidential = closed_confidential + excluded.closed_confidential; END;
--> statement-breakpoint
CREATE TRIGGER issue_days_counted_delete AFTER DELETE ON issues BEGIN UPDATE issue_days SET opened = opened - (old.state = 'opened' AND old.confidential = 0), closed = closed - (old.state = 'closed' AND old.confidential = 0), opened_confidential = opened_confidential - (old.state = 'opened' AND old.confidential = 1), closed_confidential = closed_confidential - (old.state = 'closed' AND old.confidential = 1) WHERE project_id = old.project_id AND day = substr(old.created_at, 1, 10); END;
