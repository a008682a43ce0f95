CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`actor_id` integer NOT NULL,
	`namespace_id` integer,
	`project_id` integer,
	`target_id` integer,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_by_project` ON `events` (`project_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_namespace` ON `events` (`namespace_id`,`id`);--> statement-breakpoint
CREATE TABLE `issue_counts` (
	`author_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	`state` text NOT NULL,
	`confidential` integer DEFAULT 0 NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`author_id`, `project_id`, `state`, `confidential`),
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `issue_counts_by_project` ON `issue_counts` (`project_id`);--> statement-breakpoint
CREATE TABLE `issues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`iid` integer NOT NULL,
	`author_id` integer NOT NULL,
	`assignee_id` integer,
	`title` text NOT NULL,
	`description` text,
	`state` text DEFAULT 'opened' NOT NULL,
	`confidential` integer DEFAULT 0 NOT NULL,
	`due_date` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `issues_iid_key` ON `issues` (`project_id`,`iid`);--> statement-breakpoint
CREATE INDEX `issues_of_project_by_created` ON `issues` (`project_id`,`confidential`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `issues_of_project_by_updated` ON `issues` (`project_id`,`confidential`,`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `all_issues_of_project_by_created` ON `issues` (`project_id`,`confidential`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `all_issues_of_project_by_updated` ON `issues` (`project_id`,`confidential`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `issues_of_author_by_created` ON `issues` (`author_id`,`project_id`,`confidential`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `issues_of_author_by_updated` ON `issues` (`author_id`,`project_id`,`confidential`,`state`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `confidential_issues_of_author_by_created` ON `issues` (`author_id`,`project_id`,`created_at`,`id`) WHERE confidential = 1;--> statement-breakpoint
CREATE INDEX `confidential_issues_of_author_by_updated` ON `issues` (`author_id`,`project_id`,`updated_at`,`id`) WHERE confidential = 1;--> statement-breakpoint
CREATE INDEX `confidential_issues_of_assignee_by_created` ON `issues` (`assignee_id`,`project_id`,`created_at`,`id`) WHERE confidential = 1;--> statement-breakpoint
CREATE INDEX `confidential_issues_of_assignee_by_updated` ON `issues` (`assignee_id`,`project_id`,`updated_at`,`id`) WHERE confidential = 1;--> statement-breakpoint
CREATE INDEX `issues_by_assignee` ON `issues` (`assignee_id`);--> statement-breakpoint
CREATE TABLE `group_members` (
	`group_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`access_level` integer NOT NULL,
	`expires_at` text,
	`created_at` text NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_members_by_user` ON `group_members` (`user_id`,`group_id`);--> statement-breakpoint
CREATE TABLE `group_totals` (
	`visibility_level` integer PRIMARY KEY NOT NULL,
	`count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `namespaces` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`owner_id` integer,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`visibility_level` integer DEFAULT 20 NOT NULL,
	`lfs_enabled` integer DEFAULT 1 NOT NULL,
	`request_access_enabled` integer DEFAULT 0 NOT NULL,
	`share_with_group_lock` integer DEFAULT 0 NOT NULL,
	`members_count` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `namespaces_path_key` ON `namespaces` (lower(path));--> statement-breakpoint
CREATE UNIQUE INDEX `namespaces_name_key` ON `namespaces` (`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `namespaces_owner_key` ON `namespaces` (`owner_id`);--> statement-breakpoint
CREATE INDEX `namespaces_by_visibility_and_name` ON `namespaces` (`kind`,`visibility_level`,`name`);--> statement-breakpoint
CREATE INDEX `namespaces_by_visibility_and_path` ON `namespaces` (`kind`,`visibility_level`,`path`);--> statement-breakpoint
CREATE TABLE `project_counts` (
	`namespace_id` integer NOT NULL,
	`archived` integer DEFAULT 0 NOT NULL,
	`visibility_level` integer NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`namespace_id`, `archived`, `visibility_level`),
	FOREIGN KEY (`namespace_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `project_group_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`project_id` integer NOT NULL,
	`group_id` integer NOT NULL,
	`group_access` integer NOT NULL,
	`expires_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `project_group_links_key` ON `project_group_links` (`project_id`,`group_id`);--> statement-breakpoint
CREATE INDEX `project_group_links_by_group` ON `project_group_links` (`group_id`,`project_id`);--> statement-breakpoint
CREATE TABLE `project_members` (
	`project_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`access_level` integer NOT NULL,
	`expires_at` text,
	`implied` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `project_members_by_user` ON `project_members` (`user_id`,`implied`,`project_id`);--> statement-breakpoint
CREATE TABLE `project_totals` (
	`archived` integer DEFAULT 0 NOT NULL,
	`visibility_level` integer NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`archived`, `visibility_level`)
);
--> statement-breakpoint
CREATE TABLE `projects` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`namespace_id` integer NOT NULL,
	`creator_id` integer NOT NULL,
	`forked_from_id` integer,
	`name` text NOT NULL,
	`path` text NOT NULL,
	`path_key` text GENERATED ALWAYS AS (lower(case when path like '%.wiki' then substr(path, 1, length(path) - 5) else path end)) VIRTUAL,
	`description` text,
	`default_branch` text,
	`visibility_level` integer DEFAULT 0 NOT NULL,
	`archived` integer DEFAULT 0 NOT NULL,
	`issues_enabled` integer DEFAULT 1 NOT NULL,
	`merge_requests_enabled` integer DEFAULT 1 NOT NULL,
	`wiki_enabled` integer DEFAULT 1 NOT NULL,
	`builds_enabled` integer DEFAULT 1 NOT NULL,
	`snippets_enabled` integer DEFAULT 0 NOT NULL,
	`container_registry_enabled` integer DEFAULT 1 NOT NULL,
	`shared_runners_enabled` integer DEFAULT 1 NOT NULL,
	`lfs_enabled` integer DEFAULT 1 NOT NULL,
	`public_builds` integer DEFAULT 1 NOT NULL,
	`request_access_enabled` integer DEFAULT 0 NOT NULL,
	`only_allow_merge_if_build_succeeds` integer DEFAULT 0 NOT NULL,
	`only_allow_merge_if_all_discussions_are_resolved` integer DEFAULT 0 NOT NULL,
	`runners_token` text NOT NULL,
	`tag_list` text DEFAULT '[]' NOT NULL,
	`issue_seq` integer DEFAULT 0 NOT NULL,
	`star_count` integer DEFAULT 0 NOT NULL,
	`forks_count` integer DEFAULT 0 NOT NULL,
	`members_count` integer DEFAULT 0 NOT NULL,
	`opened_issues` integer DEFAULT 0 NOT NULL,
	`closed_issues` integer DEFAULT 0 NOT NULL,
	`opened_confidential_issues` integer DEFAULT 0 NOT NULL,
	`closed_confidential_issues` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`last_activity_at` text NOT NULL,
	FOREIGN KEY (`namespace_id`) REFERENCES `namespaces`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`forked_from_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `projects_path_key` ON `projects` (`namespace_id`,`path_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `projects_name_key` ON `projects` (`namespace_id`,`name`);--> statement-breakpoint
CREATE INDEX `projects_by_full_path` ON `projects` (`namespace_id`,lower(path));--> statement-breakpoint
CREATE INDEX `projects_by_source` ON `projects` (`forked_from_id`);--> statement-breakpoint
CREATE INDEX `projects_by_creator` ON `projects` (`creator_id`);--> statement-breakpoint
CREATE INDEX `projects_in_namespace_by_id` ON `projects` (`namespace_id`,`archived`,`visibility_level`,`id`);--> statement-breakpoint
CREATE INDEX `projects_in_namespace_by_name` ON `projects` (`namespace_id`,`archived`,`visibility_level`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `projects_in_namespace_by_path` ON `projects` (`namespace_id`,`archived`,`visibility_level`,`path`,`id`);--> statement-breakpoint
CREATE INDEX `projects_in_namespace_by_created` ON `projects` (`namespace_id`,`archived`,`visibility_level`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `projects_in_namespace_by_updated` ON `projects` (`namespace_id`,`archived`,`visibility_level`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `projects_in_namespace_by_activity` ON `projects` (`namespace_id`,`archived`,`visibility_level`,`last_activity_at`,`id`);--> statement-breakpoint
CREATE INDEX `projects_of_visibility_by_id` ON `projects` (`visibility_level`,`archived`,`id`);--> statement-breakpoint
CREATE INDEX `projects_of_visibility_by_name` ON `projects` (`visibility_level`,`archived`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `projects_of_visibility_by_path` ON `projects` (`visibility_level`,`archived`,`path`,`id`);--> statement-breakpoint
CREATE INDEX `projects_of_visibility_by_created` ON `projects` (`visibility_level`,`archived`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `projects_of_visibility_by_updated` ON `projects` (`visibility_level`,`archived`,`updated_at`,`id`);--> statement-breakpoint
CREATE INDEX `projects_of_visibility_by_activity` ON `projects` (`visibility_level`,`archived`,`last_activity_at`,`id`);--> statement-breakpoint
CREATE TABLE `stars` (
	`user_id` integer NOT NULL,
	`project_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `project_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stars_by_project` ON `stars` (`project_id`);--> statement-breakpoint
CREATE TABLE `access_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`impersonation` integer DEFAULT 0 NOT NULL,
	`revoked` integer DEFAULT 0 NOT NULL,
	`expires_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_token_hash_key` ON `access_tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `access_tokens_by_user` ON `access_tokens` (`user_id`,`impersonation`,`id`);--> statement-breakpoint
CREATE TABLE `user_totals` (
	`state` text NOT NULL,
	`external` integer DEFAULT 0 NOT NULL,
	`count` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_totals_key` ON `user_totals` (`state`,`external`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`state` text DEFAULT 'active' NOT NULL,
	`admin` integer DEFAULT 0 NOT NULL,
	`external` integer DEFAULT 0 NOT NULL,
	`can_create_group` integer DEFAULT 1 NOT NULL,
	`projects_limit` integer DEFAULT 100000 NOT NULL,
	`bio` text,
	`location` text,
	`skype` text DEFAULT '' NOT NULL,
	`linkedin` text DEFAULT '' NOT NULL,
	`twitter` text DEFAULT '' NOT NULL,
	`website_url` text DEFAULT '' NOT NULL,
	`organization` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `users_by_state` ON `users` (`state`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key` ON `users` (lower(username));--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (lower(email));