ALTER TABLE "certificate_documents" ADD COLUMN "utc_offset" text;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "utc_offset" text;