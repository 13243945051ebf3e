CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"course_id" text NOT NULL,
	"is_fifa" boolean NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "certificates_once" UNIQUE("customer_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "custom_fields" (
	"customer_id" text NOT NULL,
	"name" text NOT NULL,
	"value" text NOT NULL,
	"sequence" bigint NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "custom_fields_customer_id_name_pk" PRIMARY KEY("customer_id","name")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"language" text NOT NULL,
	"company" text,
	"email" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"customer_id" text NOT NULL,
	"key" uuid NOT NULL,
	"call" text NOT NULL,
	"hash" text NOT NULL,
	"answer" json,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deliveries_customer_id_key_pk" PRIMARY KEY("customer_id","key"),
	CONSTRAINT "deliveries_sequence_unique" UNIQUE("sequence")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"event_id" integer NOT NULL,
	"value" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "impacts" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"number_of_people" integer NOT NULL,
	"young_female" text NOT NULL,
	"sport_type" text NOT NULL,
	"sequence" bigint NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "module_events" (
	"sequence" bigint PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"module_id" text NOT NULL,
	"type" text NOT NULL,
	"action" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"organisation" text NOT NULL,
	"work_from" text NOT NULL,
	"phone" text NOT NULL,
	"job" text NOT NULL,
	"partner" text NOT NULL,
	"number_of_people" integer NOT NULL,
	"mkt_channel" text NOT NULL,
	"country" text NOT NULL,
	"language" text NOT NULL,
	"young_female" text NOT NULL,
	"sport_type" text NOT NULL,
	"sequence" bigint NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"device" uuid NOT NULL,
	"admin" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_answers" (
	"customer_id" text NOT NULL,
	"module_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"sequence" bigint NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "survey_answers_customer_id_module_id_pk" PRIMARY KEY("customer_id","module_id")
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_fields" ADD CONSTRAINT "custom_fields_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impacts" ADD CONSTRAINT "impacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "module_events" ADD CONSTRAINT "module_events_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answers" ADD CONSTRAINT "survey_answers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_country" ON "customers" USING btree ("country","id");--> statement-breakpoint
CREATE INDEX "events_customer" ON "events" USING btree ("customer_id","event_id");--> statement-breakpoint
CREATE INDEX "module_events_customer" ON "module_events" USING btree ("customer_id","module_id");--> statement-breakpoint
CREATE INDEX "sessions_customer" ON "sessions" USING btree ("customer_id");