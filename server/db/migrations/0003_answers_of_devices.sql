CREATE TABLE "replaced_answers" (
	"customer_id" text NOT NULL,
	"module_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"device" uuid,
	"sequence" bigint NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "replaced_answers_sequence_pk" PRIMARY KEY("sequence")
);
--> statement-breakpoint
ALTER TABLE "survey_answers" ADD COLUMN "device" uuid;--> statement-breakpoint
ALTER TABLE "replaced_answers" ADD CONSTRAINT "replaced_answers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replaced_answers_device" ON "replaced_answers" USING btree ("customer_id","module_id","device","sequence");