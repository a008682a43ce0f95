ALTER TABLE `discussions` ADD `position` text;--> statement-breakpoint
ALTER TABLE `notes` ADD `thread_id` integer;--> statement-breakpoint
ALTER TABLE `notes` ADD `reply` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `notes_of_target_by_created` ON `notes` (`target_type`,`target_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notes_of_thread` ON `notes` (`target_type`,`target_id`,`thread_id`,`reply`,`id`) WHERE thread_id is not null;--> statement-breakpoint
UPDATE notes SET thread_id = (SELECT min(o.id) FROM notes o WHERE o.discussion_id = notes.discussion_id), reply = id <> (SELECT min(o.id) FROM notes o WHERE o.discussion_id = notes.discussion_id) WHERE discussion_id IS NOT NULL;
--> statement-breakpoint
-- A note of a discussion joins its thread; 0 begins a thread.
CREATE TRIGGER notes_threaded_insert AFTER INSERT ON notes WHEN new.thread_id = 0 OR (new.thread_id IS NULL AND new.discussion_id IS NOT NULL) BEGIN UPDATE notes SET thread_id = coalesce((SELECT o.thread_id FROM notes o WHERE o.discussion_id = new.discussion_id AND o.id <> new.id ORDER BY o.id LIMIT 1), new.id), reply = EXISTS (SELECT 1 FROM notes o WHERE o.discussion_id = new.discussion_id AND o.id < new.id) WHERE id = new.id; END;
--> statement-breakpoint
-- The first reply takes the place of a deleted first note.
CREATE TRIGGER notes_threaded_delete AFTER DELETE ON notes WHEN old.thread_id IS NOT NULL AND old.reply = 0 BEGIN UPDATE notes SET reply = 0 WHERE id = (SELECT min(o.id) FROM notes o WHERE o.target_type = old.target_type AND o.target_id = old.target_id AND o.thread_id = old.thread_id); END;
