CREATE TABLE "role_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"changed_at" timestamp with time zone NOT NULL,
	"customer_id" text NOT NULL,
	"former" text NOT NULL,
	"role" text NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"name" text
);
--> statement-breakpoint
ALTER TABLE "role_changes" ADD CONSTRAINT "role_changes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_changes" ADD CONSTRAINT "role_changes_changed_by_customers_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "role_changes_customer" ON "role_changes" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "role_changes_manager" ON "role_changes" USING btree ("changed_by");--> statement-breakpoint
INSERT INTO "roles" ("customer_id", "role") SELECT "admins"."customer_id", 'manager' FROM "admins" INNER JOIN "customers" ON "customers"."id" = "admins"."customer_id";
