ALTER TABLE "replaced_answers" ADD COLUMN "replaced_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "erased_sessions_expiry" ON "erased_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "loyalty_sign_ins_at" ON "loyalty_sign_ins" USING btree ("signed_in_at");--> statement-breakpoint
CREATE INDEX "replaced_answers_at" ON "replaced_answers" USING btree ("replaced_at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sync_log_received" ON "sync_log" USING btree ("received_at");