CREATE TABLE "app_vitals" (
	"day" date NOT NULL,
	"vital" text NOT NULL,
	"route" text NOT NULL,
	"bucket" integer NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "app_vitals_day_vital_route_bucket_pk" PRIMARY KEY("day","vital","route","bucket")
);
