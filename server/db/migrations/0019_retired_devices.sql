CREATE TABLE "retired_devices" (
	"device_hash" text PRIMARY KEY NOT NULL,
	"retired_at" timestamp with time zone NOT NULL
);
