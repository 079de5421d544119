-- Burst of failed sign-ins: Five sign-ins of a user failed within ten minutes.
SELECT id, time, who
FROM (
  SELECT id, time, event #>> '{user,uid}' AS who,
    count(*) OVER (PARTITION BY event #>> '{user,uid}' ORDER BY time RANGE BETWEEN '10 minutes' PRECEDING AND CURRENT ROW) AS failed
  FROM keywright_events
  WHERE (event ->> 'type_uid')::int = 300201 AND (event ->> 'status_id')::int = 2 AND event #>> '{user,uid}' <> 'unknown'
) AS attempts
WHERE failed >= 5
