CREATE TABLE "admins" (
	"customer_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_customers" (
	"device" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"to_send" integer NOT NULL,
	"needs_you" integer NOT NULL,
	CONSTRAINT "device_customers_device_customer_id_pk" PRIMARY KEY("device","customer_id")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" text,
	"country" text,
	"locale" text,
	"version" text,
	"first_seen" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"last_success" timestamp with time zone,
	"pending" integer DEFAULT 0 NOT NULL,
	"needs_you" integer DEFAULT 0 NOT NULL,
	"oldest_at" timestamp with time zone DEFAULT '9999-12-31T00:00:00.000Z' NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"highest" bigint DEFAULT 0 NOT NULL,
	"seen" "int8multirange" DEFAULT '{}'::int8multirange NOT NULL,
	"waiting" "int8multirange" DEFAULT '{}'::int8multirange NOT NULL,
	"discarded" "int8multirange" DEFAULT '{}'::int8multirange NOT NULL,
	"gaps" integer DEFAULT 0 NOT NULL,
	"clock_offset" bigint DEFAULT 0 NOT NULL,
	"usage" bigint,
	"quota" bigint,
	"persisted" boolean
);
--> statement-breakpoint
CREATE TABLE "receipt_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_log" (
	"device" uuid NOT NULL,
	"row" bigint NOT NULL,
	"customer_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"happened" text NOT NULL,
	"seq" bigint NOT NULL,
	"name" text NOT NULL,
	"subject" text,
	"code" text,
	"status" integer,
	CONSTRAINT "sync_log_device_row_pk" PRIMARY KEY("device","row")
);
--> statement-breakpoint
ALTER TABLE "device_customers" ADD CONSTRAINT "device_customers_device_devices_id_fk" FOREIGN KEY ("device") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_customers" ADD CONSTRAINT "device_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_log" ADD CONSTRAINT "sync_log_of" FOREIGN KEY ("device","customer_id") REFERENCES "public"."device_customers"("device","customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_customers_customer" ON "device_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "devices_last_seen" ON "devices" USING btree ("last_seen","id");--> statement-breakpoint
CREATE INDEX "devices_oldest" ON "devices" USING btree ("oldest_at","id");--> statement-breakpoint
CREATE INDEX "devices_pending" ON "devices" USING btree ("pending","id");--> statement-breakpoint
CREATE INDEX "devices_needs_you" ON "devices" USING btree ("needs_you","id");--> statement-breakpoint
CREATE INDEX "devices_gaps" ON "devices" USING btree ("gaps","id");--> statement-breakpoint
CREATE INDEX "devices_country" ON "devices" USING btree ("country","last_seen","id");--> statement-breakpoint
CREATE INDEX "devices_version" ON "devices" USING btree ("version","last_seen","id");--> statement-breakpoint
CREATE INDEX "devices_errors" ON "devices" USING gin ("errors" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "devices_customer" ON "devices" USING btree ("customer_id");