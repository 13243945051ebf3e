ALTER TABLE "deliveries" ADD COLUMN "device" uuid;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "seq" bigint;