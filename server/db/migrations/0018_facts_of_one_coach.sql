-- The view read the whole table `season_impacts`, twice, for the facts of one coach: PostgreSQL materialises a WITH query that is used twice.
CREATE OR REPLACE VIEW "programme_facts" AS
WITH "impacts_by_month" AS NOT MATERIALIZED (
	-- A month is one of UTC, a season is one of the coach. Around New Year an impact counts in the first or last month of its season.
	SELECT *, greatest("season" || '-01', least("season" || '-12', to_char(coalesce("captured_at", "received_at") AT TIME ZONE 'UTC', 'YYYY-MM'))) AS "month"
	FROM "season_impacts"
)
SELECT "customer_id", "measure", "subject", "question", "choice", lower("language") || '-' || "country" AS "locale", "country", "month", "amount"
FROM "customers" JOIN (
	SELECT "customer_id", 'registrations' AS "measure", '' AS "subject", '' AS "question", '' AS "choice", to_char("created_at" AT TIME ZONE 'UTC', 'YYYY-MM') AS "month", 1::bigint AS "amount"
	FROM "registrations" JOIN "customers" ON "id" = "customer_id"
	UNION ALL
	SELECT "customer_id", 'active-by-month', '', '', '', "month", 1
	FROM "active_months"
	UNION ALL
	-- A coach who is active in several months of a season counts once, in the first of these months.
	SELECT "customer_id", 'active-by-season', '', '', '', min("month"), 1
	FROM "active_months" GROUP BY "customer_id", left("month", 4)
	UNION ALL
	SELECT "customer_id", 'people', '', '', '', "month", "number_of_people"
	FROM "impacts_by_month"
	UNION ALL
	-- Coaches say which part of their group are young women. The numbers are an estimate from it.
	SELECT "customer_id", 'young-women', '', '', '', "month",
		round("number_of_people" * CASE "young_female" WHEN 'few' THEN 0.25 WHEN 'half' THEN 0.5 WHEN 'most' THEN 0.75 WHEN 'all' THEN 1 ELSE 0 END)::bigint
	FROM "impacts_by_month"
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
