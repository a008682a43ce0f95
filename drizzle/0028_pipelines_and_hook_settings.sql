ALTER TABLE `hooks` ADD `job_hook` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `changes` text;--> statement-breakpoint
ALTER TABLE `hooks` ADD `name` text;--> statement-breakpoint
ALTER TABLE `hooks` ADD `description` text;--> statement-breakpoint
ALTER TABLE `hooks` ADD `push_events_branch_filter` text;--> statement-breakpoint
ALTER TABLE `hooks` ADD `branch_filter_strategy` text DEFAULT 'wildcard' NOT NULL;--> statement-breakpoint
ALTER TABLE `hooks` ADD `confidential_note_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hooks` ADD `deployment_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hooks` ADD `feature_flag_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hooks` ADD `releases_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hooks` ADD `milestone_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hooks` ADD `emoji_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `hooks` ADD `repository_update_events` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `pipelines` ADD `iid` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE pipelines SET iid = numbered.n FROM (SELECT id AS numbered_id, row_number() OVER (PARTITION BY project_id ORDER BY id) AS n FROM pipelines) AS numbered WHERE numbered_id = pipelines.id;--> statement-breakpoint
CREATE UNIQUE INDEX `pipelines_iid` ON `pipelines` (`project_id`,`iid`);