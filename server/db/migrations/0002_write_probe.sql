CREATE UNLOGGED TABLE "write_probe" (
	"filler" text NOT NULL
);
