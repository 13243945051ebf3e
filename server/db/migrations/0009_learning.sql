CREATE TABLE "certificate_documents" (
	"number" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"course_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"locale" text NOT NULL,
	"hours" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"key_id" text NOT NULL,
	"signature" text NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "certificate_names" (
	"customer_id" text NOT NULL,
	"course_id" text NOT NULL,
	"name" text NOT NULL,
	"locale" text NOT NULL,
	"sequence" bigint NOT NULL,
	"captured_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificate_names_customer_id_course_id_pk" PRIMARY KEY("customer_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "module_progress" (
	"customer_id" text NOT NULL,
	"module_id" text NOT NULL,
	"watched" jsonb NOT NULL,
	"position" double precision,
	"position_at" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "module_progress_customer_id_module_id_pk" PRIMARY KEY("customer_id","module_id")
);
--> statement-breakpoint
ALTER TABLE "certificate_documents" ADD CONSTRAINT "certificate_documents_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_names" ADD CONSTRAINT "certificate_names_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_progress" ADD CONSTRAINT "module_progress_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_documents_customer" ON "certificate_documents" USING btree ("customer_id","course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_documents_valid" ON "certificate_documents" USING btree ("customer_id","course_id") WHERE "certificate_documents"."replaced_at" is null;--> statement-breakpoint
INSERT INTO "module_progress" ("customer_id", "module_id", "watched", "started_at", "finished_at")
SELECT "customer_id", "module_id", '[]', min("received_at"), min("received_at") FILTER (WHERE "type" = 'video' AND "action" = 'complete')
FROM "module_events"
GROUP BY "customer_id", "module_id";
