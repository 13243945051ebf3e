CREATE TABLE "erased_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"number" uuid PRIMARY KEY NOT NULL,
	"customer_hash" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"reason" text,
	"rows" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "erasures_customer" ON "erasures" USING btree ("customer_hash","erased_at");