CREATE TABLE "active_months" (
	"customer_id" text NOT NULL,
	"month" text NOT NULL,
	CONSTRAINT "active_months_customer_id_month_pk" PRIMARY KEY("customer_id","month")
);
--> statement-breakpoint
CREATE TABLE "programme_totals" (
	"measure" text NOT NULL,
	"subject" text NOT NULL,
	"question" text NOT NULL,
	"choice" text NOT NULL,
	"locale" text NOT NULL,
	"country" text NOT NULL,
	"month" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "programme_totals_measure_subject_question_choice_locale_month_pk" PRIMARY KEY("measure","subject","question","choice","locale","month")
);
--> statement-breakpoint
CREATE TABLE "season_impacts" (
	"customer_id" text NOT NULL,
	"season" integer NOT NULL,
	"number_of_people" integer NOT NULL,
	"young_female" text NOT NULL,
	"sport_type" text NOT NULL,
	"sequence" bigint NOT NULL,
	"captured_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "season_impacts_customer_id_season_pk" PRIMARY KEY("customer_id","season")
);
--> statement-breakpoint
CREATE TABLE "written_answers" (
	"customer_id" text NOT NULL,
	"module_id" text NOT NULL,
	"question" text NOT NULL,
	"locale" text NOT NULL,
	"country" text NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "written_answers_customer_id_module_id_question_pk" PRIMARY KEY("customer_id","module_id","question")
);
--> statement-breakpoint
ALTER TABLE "module_progress" ADD COLUMN "completed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "active_months" ADD CONSTRAINT "active_months_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_impacts" ADD CONSTRAINT "season_impacts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "written_answers" ADD CONSTRAINT "written_answers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "written_answers_all" ON "written_answers" USING btree ("module_id","question","answered_at","sequence");--> statement-breakpoint
CREATE INDEX "written_answers_country" ON "written_answers" USING btree ("module_id","question","country","answered_at","sequence");--> statement-breakpoint
-- What each coach adds to the totals, from the rows that speak of them: the one definition of every number.
CREATE VIEW "programme_facts" AS
SELECT "customer_id", "measure", "subject", "question", "choice", lower("language") || '-' || "country" AS "locale", "country", "month", "amount"
FROM "customers" JOIN (
	SELECT "customer_id", 'registrations' AS "measure", '' AS "subject", '' AS "question", '' AS "choice", to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM') AS "month", 1::bigint AS "amount"
	FROM "registrations" JOIN "customers" ON "id" = "customer_id"
	UNION ALL
	SELECT "customer_id", 'active-by-month', '', '', '', "month", 1
	FROM "active_months"
	UNION ALL
	-- A coach who is active in several months of a season is one coach, in the first of them.
	SELECT "customer_id", 'active-by-season', '', '', '', min("month"), 1
	FROM "active_months" GROUP BY "customer_id", left("month", 4)
	UNION ALL
	SELECT "customer_id", 'people', '', '', '', to_char(coalesce("captured_at", "received_at") AT TIME ZONE 'UTC', 'YYYY-MM'), "number_of_people"
	FROM "season_impacts"
	UNION ALL
	-- Coaches say which part of their group are young women; the numbers are an estimate from it.
	SELECT "customer_id", 'young-women', '', '', '', to_char(coalesce("captured_at", "received_at") AT TIME ZONE 'UTC', 'YYYY-MM'),
		round("number_of_people" * CASE "young_female" WHEN 'few' THEN 0.25 WHEN 'half' THEN 0.5 WHEN 'most' THEN 0.75 WHEN 'all' THEN 1 ELSE 0 END)::bigint
	FROM "season_impacts"
	UNION ALL
	SELECT "customer_id", 'modules', "module_id", '', '', to_char("completed_at" AT TIME ZONE 'UTC', 'YYYY-MM'), 1
	FROM "module_progress" WHERE "completed_at" IS NOT NULL
	UNION ALL
	SELECT "customer_id", 'certificates', "course_id", '', '', to_char("issued_at" AT TIME ZONE 'UTC', 'YYYY-MM'), 1
	FROM "certificates"
	UNION ALL
	SELECT "customer_id", 'answered', "module_id", "answer"->>'question', '', to_char("answered_at" AT TIME ZONE 'UTC', 'YYYY-MM'), 1
	FROM "survey_answers" CROSS JOIN LATERAL jsonb_array_elements("answers") AS "listed"("answer")
	WHERE "answer"->'value' NOT IN ('""', '[]')
	UNION ALL
	-- The id of an option is one letter; what a coach wrote in their own words stays out of the totals.
	SELECT "customer_id", 'chosen', "module_id", "answer"->>'question', "choice", to_char("answered_at" AT TIME ZONE 'UTC', 'YYYY-MM'), 1
	FROM "survey_answers" CROSS JOIN LATERAL jsonb_array_elements("answers") AS "listed"("answer")
		CROSS JOIN LATERAL jsonb_array_elements_text(
			CASE jsonb_typeof("answer"->'value') WHEN 'array' THEN "answer"->'value' ELSE jsonb_build_array("answer"->'value') END
		) AS "chosen"("choice")
	WHERE "choice" ~ '^[a-z]$'
) AS "facts" ON "id" = "customer_id";
--> statement-breakpoint
-- To plan the view takes longer than to read one coach: a function is planned once in a connection.
CREATE FUNCTION "programme_facts_of"("who" text) RETURNS SETOF "programme_facts" LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN QUERY SELECT * FROM "programme_facts" WHERE "customer_id" = "who";
END
$$;
--> statement-breakpoint
INSERT INTO "active_months" ("customer_id", "month")
SELECT DISTINCT "customer_id", to_char("received_at" AT TIME ZONE 'UTC', 'YYYY-MM') FROM "deliveries";
--> statement-breakpoint
INSERT INTO "season_impacts" ("customer_id", "season", "number_of_people", "young_female", "sport_type", "sequence", "captured_at", "received_at")
SELECT DISTINCT ON ("customer_id", "season") "customer_id", "season", "number_of_people", "young_female", "sport_type", "sequence", "captured_at", "received_at"
FROM (
	SELECT *, extract(year FROM coalesce("captured_at", "received_at") AT TIME ZONE 'UTC')::integer AS "season"
	FROM (
		SELECT "customer_id", "number_of_people", "young_female", "sport_type", "sequence", "captured_at", "received_at" FROM "registrations"
		UNION ALL
		SELECT "customer_id", "number_of_people", "young_female", "sport_type", "sequence", "captured_at", "received_at" FROM "impacts"
	) AS "said"
) AS "dated"
ORDER BY "customer_id", "season", coalesce("captured_at", "received_at") DESC, "sequence" DESC;
--> statement-breakpoint
-- The questions that had to be answered when this was written.
UPDATE "module_progress" SET "completed_at" = greatest("finished_at", "answered_at")
FROM "survey_answers" AS "survey", (VALUES
	('training-1', ARRAY['c1', 'c2', 'c3', 'q1', 'q2']),
	('training-2', ARRAY['c1', 'c2', 'c3', 'q1', 'q2']),
	('training-3', ARRAY['c1', 'c2', 'c3', 'q1', 'q2']),
	('training-extra', ARRAY['c1', 'c2', 'c3', 'q1']),
	('football-1', ARRAY['c1', 'c2', 'c3', 'q1', 'q2']),
	('football-2', ARRAY['c1', 'c2', 'c3', 'q1', 'q2']),
	('football-extra', ARRAY['c1', 'c2', 'c3'])
) AS "asked"("module", "required")
WHERE "finished_at" IS NOT NULL AND "survey"."customer_id" = "module_progress"."customer_id"
	AND "survey"."module_id" = "module_progress"."module_id" AND "asked"."module" = "module_progress"."module_id"
	AND "required" <@ ARRAY(
		SELECT "answer"->>'question' FROM jsonb_array_elements("answers") AS "listed"("answer")
		WHERE "answer"->'value' NOT IN ('""', '[]')
	);
--> statement-breakpoint
-- The questions that are answered in one's own words.
INSERT INTO "written_answers" ("customer_id", "module_id", "question", "locale", "country", "answered_at", "sequence")
SELECT "customer_id", "module_id", "question", lower("language") || '-' || "country", "country", "answered_at", "sequence"
FROM "survey_answers" JOIN "customers" ON "id" = "customer_id" JOIN (VALUES
	('training-1', 'q3'), ('training-2', 'q3'), ('training-3', 'q3'), ('training-extra', 'q2'),
	('football-1', 'q3'), ('football-2', 'q3'), ('football-extra', 'q1'), ('football-extra', 'q2')
) AS "asked"("module", "question") ON "module" = "module_id"
WHERE EXISTS (
	SELECT FROM jsonb_array_elements("answers") AS "listed"("answer")
	WHERE "answer"->>'question' = "asked"."question" AND "answer"->>'value' <> ''
);
--> statement-breakpoint
INSERT INTO "programme_totals" ("measure", "subject", "question", "choice", "locale", "country", "month", "amount")
SELECT "measure", "subject", "question", "choice", "locale", "country", "month", sum("amount")
FROM "programme_facts" GROUP BY 1, 2, 3, 4, 5, 6, 7;
