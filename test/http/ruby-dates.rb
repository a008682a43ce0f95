# Writes what Ruby makes of the texts of ruby-dates.txt beside them: ruby test/http/ruby-dates.rb, and commit the result.
# A line is the text, the date that Rails 4.2 would store of it, and the date and the instant of DateTime.parse.
require "date"

YEARS = 1..9999

def cast(text)
  year, month, day = Date._parse(text, false).values_at(:year, :mon, :mday)
  date = Date.new(year, month, day)
  date.to_s if YEARS.cover?(date.year)
rescue ArgumentError, TypeError
  nil
end

def parse(text)
  time = DateTime.parse(text)
  instant = time.new_offset(0)
  return [nil, nil] unless YEARS.cover?(time.year) && YEARS.cover?(instant.year)
  [time.strftime("%F"), instant.strftime("%FT%T.%LZ")]
rescue ArgumentError
  [nil, nil]
end

file = File.join(__dir__, "ruby-dates.txt")
texts = File.readlines(file, chomp: true).grep_v(/\A#/).map { |line| line.split("\t").first }
File.open(file, "w") do |out|
  out.puts "# ruby #{RUBY_VERSION}, today #{Date.today}"
  texts.each { |text| out.puts [text, cast(text) || "-", *parse(text).map { |value| value || "-" }].join("\t") }
end
