CREATE TABLE `imports` (
	`id` text NOT NULL,
	`step` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`id`, `step`)
);
