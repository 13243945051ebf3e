CREATE TABLE "epochs" (
	"number" integer PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"place" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "custom_fields" ADD COLUMN "captured_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "epoch" uuid;--> statement-breakpoint
ALTER TABLE "impacts" ADD COLUMN "captured_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "captured_at" timestamp with time zone;