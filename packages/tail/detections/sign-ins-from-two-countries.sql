-- Sign-ins from two countries: A user signed in from two countries within an hour.
SELECT id, time, event #>> '{user,uid}' AS who
FROM keywright_events AS second
WHERE (event ->> 'type_uid')::int = 300201 AND (event ->> 'status_id')::int = 1 AND event #>> '{user,uid}' <> 'unknown'
  AND EXISTS (
    SELECT FROM keywright_events AS first
    WHERE (first.event ->> 'type_uid')::int = 300201
      AND (first.event ->> 'status_id')::int = 1
      AND first.event #>> '{user,uid}' = second.event #>> '{user,uid}'
      AND first.event #>> '{src_endpoint,location,country}' <> second.event #>> '{src_endpoint,location,country}'
      AND first.time BETWEEN second.time - INTERVAL '1 hour' AND second.time
  )
