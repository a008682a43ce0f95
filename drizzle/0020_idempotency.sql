CREATE TABLE `idempotency_records` (
	`id` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`operation_id` text NOT NULL,
	`attempt` text NOT NULL,
	`state` text NOT NULL,
	`lease_ends_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`created_id` integer,
	`response` text
);
--> statement-breakpoint
CREATE INDEX `idempotency_records_expiry` ON `idempotency_records` (`expires_at`);
--> statement-breakpoint
-- Guard: a change is committed only with the claim of the attempt that makes it.
CREATE TRIGGER idempotency_claim BEFORE INSERT ON idempotency_records WHEN new.state = 'changed' AND NOT EXISTS (SELECT 1 FROM idempotency_records WHERE id = new.id AND attempt = new.attempt AND state IN ('claimed', 'changed')) BEGIN SELECT RAISE(ABORT, 'violates idempotency_claim'); END;
