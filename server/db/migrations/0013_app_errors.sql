CREATE TABLE "app_errors" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"message" text NOT NULL,
	"stack" text[] NOT NULL,
	"route" text,
	"count" bigint NOT NULL,
	"first_seen" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"versions" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "app_errors_last_seen" ON "app_errors" USING btree ("last_seen");