-- Sign-in after failed second factors: A user signed in within ten minutes after their second factor failed three times within ten minutes.
WITH failures AS (
  SELECT time, event #>> '{user,uid}' AS who,
    count(*) OVER (PARTITION BY event #>> '{user,uid}' ORDER BY time RANGE BETWEEN '10 minutes' PRECEDING AND CURRENT ROW) AS failed
  FROM keywright_events
  WHERE (event ->> 'type_uid')::int = 300201 AND event ->> 'status_detail' = 'mfa_failed' AND event #>> '{user,uid}' <> 'unknown'
)
SELECT id, time, event #>> '{user,uid}' AS who
FROM keywright_events AS success
WHERE (event ->> 'type_uid')::int = 300201 AND (event ->> 'status_id')::int = 1
  AND EXISTS (
    SELECT FROM failures
    WHERE failed >= 3 AND failures.who = success.event #>> '{user,uid}'
      AND failures.time BETWEEN success.time - INTERVAL '10 minutes' AND success.time
  )
