CREATE TABLE "ended_sign_ins" (
	"customer_id" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_sign_ins_customer_id_signed_in_at_pk" PRIMARY KEY("customer_id","signed_in_at")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "system" text;