ALTER TABLE `access_tokens` ADD `session` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `session_of` integer REFERENCES access_tokens(id) ON DELETE cascade;
--> statement-breakpoint
CREATE INDEX `access_tokens_sessions` ON `access_tokens` (`session_of`) WHERE session_of is not null;
--> statement-breakpoint
-- A session ends with the token that signed in.
CREATE TRIGGER access_tokens_end_sessions AFTER UPDATE OF revoked ON access_tokens WHEN new.revoked = 1 AND old.revoked = 0 BEGIN DELETE FROM access_tokens WHERE session_of = new.id; END;
